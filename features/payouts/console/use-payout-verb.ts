import { useVerb } from '@quaff/platform/console/forms/use-save'
import type { PayoutStatement } from '../statement-contract'
import { payoutsApi } from './payout-queries'

export const usePayoutVerb = (opened: PayoutStatement, failed: string) =>
  useVerb({
    what: 'payout',
    opened,
    keys: [payoutsApi.key()],
    load: ({ id: payoutId }) => payoutsApi.get.call({ payoutId }),
    failed,
  })
