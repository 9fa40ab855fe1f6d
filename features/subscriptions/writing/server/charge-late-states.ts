import type { Services, Transaction } from '@quaff/platform/server/context'
import { recordCharges } from '../../charges/server/record-charges'
import { lockSubscriptions } from '../../server/subscription-store'
import { chargeOf } from '../rules'
import { completeRow, type SubscriptionWrite } from './write-subscriptions'

/**
 * Charges periods before the current one that were told of only after it: in their time they were owed. The rows stay as
 * they are, and what an administrator has ended is not charged beyond that.
 */
export async function chargeLateStates(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
): Promise<void> {
  const known = await lockSubscriptions(
    tx,
    rows.map(({ id }) => id),
  )
  const charges = rows.flatMap((row) => {
    const stored = known.get(row.id)
    if (!stored || stored.merchantId !== row.merchantId) return []
    const charge = chargeOf({ ...completeRow(row), paidUntil: stored.paidUntil }, clock.now())
    return charge && charge.periodStart < stored.currentPeriodStart ? [charge] : []
  })
  await recordCharges(tx, charges)
}
