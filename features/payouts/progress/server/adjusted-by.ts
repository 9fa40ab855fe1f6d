import { refuse } from '@quaff/platform/shared/refusal'
import { exactly } from '../../generation/rules'
import { payoutRefusals } from '../../refusals'
import type { StoredPayout } from '../../server/payouts-store'

/** The amounts after one more line; an unimaginable sum is refused rather than rounded. */
export function adjustedBy({ adjustmentsMinor, netMinor }: StoredPayout, amountMinor: number) {
  try {
    return { adjustmentsMinor: exactly(adjustmentsMinor + amountMinor), netMinor: exactly(netMinor + amountMinor) }
  } catch {
    throw refuse(payoutRefusals, 'AMOUNT')
  }
}
