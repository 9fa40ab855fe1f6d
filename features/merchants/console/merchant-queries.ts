import { createApi } from '@quaff/platform/console/rpc'
import type { merchantsContract } from '../contract'

export const merchantsApi = createApi<typeof merchantsContract>('merchants')
