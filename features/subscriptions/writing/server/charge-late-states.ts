import type { Services, Transaction } from '@quaff/platform/server/context'
import { recordCharges } from '../../charges/server/record-charges'
import { lockSubscriptions } from '../../server/subscription-store'
import { chargeOf } from '../rules'
import { completeRow, type SubscriptionWrite } from './write-subscriptions'

/**
 * Charges periods before the current one that were reported after it. Rows stay unchanged, and nothing is charged after
 * an administrator's cancellation.
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
