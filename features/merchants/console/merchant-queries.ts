import type { merchantsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const merchantsApi = createApi<typeof merchantsContract>('merchants')
