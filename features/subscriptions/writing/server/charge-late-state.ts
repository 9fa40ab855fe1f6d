import type { Services, Transaction } from '@quaff/platform/server/context'
import { recordCharges } from '../../charges/server/record-charges'
import { lockSubscriptions } from '../../server/subscription-store'
import { chargeOf } from '../rules'
import { completeRow, type SubscriptionWrite } from './write-subscriptions'

/**
 * The charge of a state that came after a newer one of the same subscription: in its time its period was owed. The row
 * stays as it is, and what an administrator has ended is not charged beyond that.
 */
export async function chargeLateState(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  row: SubscriptionWrite,
): Promise<void> {
  const stored = (await lockSubscriptions(tx, [row.id])).get(row.id)
  if (!stored || stored.merchantId !== row.merchantId) return
  const charge = chargeOf({ ...completeRow(row), paidUntil: stored.paidUntil }, clock.now())
  if (charge && charge.periodStart < stored.currentPeriodStart) await recordCharges(tx, [charge])
}
