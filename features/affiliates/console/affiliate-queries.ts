import type { affiliatesContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const affiliatesApi = createApi<typeof affiliatesContract>('affiliates')
