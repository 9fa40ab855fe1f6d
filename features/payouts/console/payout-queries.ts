import { createApi } from '@quaff/platform/console/rpc'
import type { payoutsContract } from '../contract'

export const payoutsApi = createApi<typeof payoutsContract>('payouts')
