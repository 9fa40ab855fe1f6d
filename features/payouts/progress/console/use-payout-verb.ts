import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { payoutsApi } from '../../console/payout-queries'
import type { PayoutStatement } from '../../statement/contract'

export const usePayoutVerb = (opened: PayoutStatement, failed: string) =>
  useVerb({
    what: 'payout',
    opened,
    keys: [payoutsApi.key()],
    load: ({ id: payoutId }) => payoutsApi.get.call({ payoutId }),
    failed,
  })
