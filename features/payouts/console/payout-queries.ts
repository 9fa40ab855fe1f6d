import type { payoutsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const payoutsApi = createApi<typeof payoutsContract>('payouts')
