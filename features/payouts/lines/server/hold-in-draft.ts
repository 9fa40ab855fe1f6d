import { holdCharge, type HoldKey } from '@quaff/features/subscriptions/server'
import { type Context, recordAudit, type Transaction } from '@quaff/platform/server'
import { amountsOf } from '../../amount-rules'
import { payoutEvents } from '../../contract'
import { auditDetails } from '../../progress/server/change-payout'
import { updatePayout } from '../../server/payouts-store'
import { lockPayee, unlinkFromDraft } from './add-line-store'

type Held = HoldKey & { merchantId: string; amountMinor: number; createdAt: Date }

/** Holds a charge, and unlinks it from the draft that would pay it. Returns false if it already had this hold. */
export async function holdInDraft(ctx: Context, tx: Transaction, charge: Held): Promise<boolean> {
  const payee = await lockPayee(tx, charge)
  if (!(await holdCharge(tx, charge))) return false
  const draft = await unlinkFromDraft(tx, payee, charge)
  if (!draft) return true
  const { gross, fee, net } = amountsOf(
    draft.grossMinor - charge.amountMinor,
    draft.feeBasisPoints,
    draft.adjustmentsMinor,
  )
  const after = await updatePayout(tx, draft, {
    grossMinor: gross,
    feeMinor: fee,
    netMinor: net,
    renewalCount: draft.renewalCount - 1,
    lateCount: draft.lateCount - Number(charge.periodStart < draft.periodStart),
    updatedAt: ctx.clock.now(),
  })
  await recordAudit(ctx, tx, {
    action: 'adjust_payout',
    targetType: 'payout',
    event: payoutEvents.updated,
    targetId: draft.id,
    merchantId: draft.merchantId,
    before: { ...auditDetails(draft, payee.name), renewalCount: draft.renewalCount },
    after: { ...auditDetails(after, payee.name), renewalCount: after.renewalCount },
  })
  return true
}
