import { useVerb } from '@quaff/platform/console/forms/use-save'
import { createApi } from '@quaff/platform/console/rpc'
import type { payoutsContract } from '../contract'
import type { PayoutStatement } from '../statement-contract'

export const payoutsApi = createApi<typeof payoutsContract>('payouts')

export const usePayoutVerb = (opened: PayoutStatement, failed: string) =>
  useVerb({
    what: 'payout',
    opened,
    keys: [payoutsApi.key()],
    load: ({ id: payoutId }) => payoutsApi.get.call({ payoutId }),
    failed,
  })
