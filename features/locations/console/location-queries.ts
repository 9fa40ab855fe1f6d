import type { locationsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const locationsApi = createApi<typeof locationsContract>('locations')
