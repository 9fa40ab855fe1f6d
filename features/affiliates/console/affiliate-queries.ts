import { createApi } from '@quaff/platform/console/rpc'
import type { affiliatesContract } from '../contract'

export const affiliatesApi = createApi<typeof affiliatesContract>('affiliates')
