import type { payoutsContract } from '@quaff/features/payouts/contract'
import type { refundsContract } from '@quaff/features/refunds/contract'
import { createApi } from '@quaff/platform/console/rpc'

export const refundsApi = createApi<typeof refundsContract>('refunds')
/** What a refund changes besides. */
export const payoutsKey = createApi<typeof payoutsContract>('payouts').key()
