import type { merchantsContract } from '@quaff/features/merchants/contract'
import type { plansContract } from '@quaff/features/plans/contract'
import { createApi } from '@quaff/platform/console/rpc'
import type { subscriptionsContract } from '../contract'

export const subscriptionsApi = createApi<typeof subscriptionsContract>('subscriptions')
/** Used only to name and choose merchants and plans. */
export const merchantsApi = createApi<typeof merchantsContract>('merchants')
export const plansApi = createApi<typeof plansContract>('plans')
