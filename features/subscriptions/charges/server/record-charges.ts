import type { Transaction } from '@quaff/platform/server/context'
import { doOverlap, isSamePeriod } from '../../charges-rules'
import { insertCharges } from '../../server/history-store'
import type { Charge } from '../../writing-rules'
import { listBillings, listChargesAround } from './billing-store'
import { holdCharge } from './hold-store'

/**
 * Writes the charges of new periods. An overlapping charge is held until its billed amount is known or an administrator
 * decides, so that no day is paid twice.
 */
export async function recordCharges(tx: Transaction, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return
  const around = await listChargesAround(tx, charges)
  const othersOf = ({ subscriptionId }: Charge) => around.filter((one) => one.subscriptionId === subscriptionId)
  const fresh = charges.filter((charge) => !othersOf(charge).some((one) => isSamePeriod(one, charge)))
  await insertCharges(tx, fresh)
  const overlapping = fresh.filter((charge) => othersOf(charge).some((one) => doOverlap(one, charge)))
  if (overlapping.length === 0) return
  const billings = await listBillings(
    tx,
    overlapping.map(({ subscriptionId }) => subscriptionId),
  )
  for (const charge of overlapping) {
    const isBilled = billings.some(
      (one) => one.subscriptionId === charge.subscriptionId && !one.isProration && isSamePeriod(one, charge),
    )
    if (!isBilled) await holdCharge(tx, { ...charge, reason: 'overlap', createdAt: charge.recordedAt })
  }
}
