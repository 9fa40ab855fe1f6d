import { type Context, recordAudit, type Transaction } from '@quaff/platform/server'
import { payoutEvents } from '../../contract'
import { adjustedBy } from '../../progress/server/adjust-payout'
import { insertAdjustments, type Line } from '../../progress/server/adjustment-store'
import { auditDetails } from '../../progress/server/change-payout'
import { updatePayout } from '../../server/payouts-store'
import type { AdjustmentKind } from '../../statement-contract'
import { lockDraft, lockPayee } from './add-line-store'

export type PayoutLine = {
  merchantId: string
  currency: string
  kind: Exclude<AdjustmentKind, 'carry'>
  /** Signed; never 0. */
  amountMinor: number
  /** Shown to the merchant. */
  reason: string
  /** Null for a manual line. */
  charge: { subscriptionId: string; periodStart: Date } | null
  refundId?: string
  by?: string | null
}
export type AddedLine = { id: string; /** Null while it waits for the next payout. */ payoutId: string | null }

/**
 * Adds a line to the merchant's newest draft in this currency, or to its next payout. Locks the merchant and its draft,
 * so a caller with several merchants adds in id order. Not idempotent: the caller ensures one call per cause.
 */
export async function addPayoutLine(ctx: Context, tx: Transaction, line: PayoutLine): Promise<AddedLine> {
  const { amountMinor, kind, reason, charge, refundId = null, by = null } = line
  const payee = await lockPayee(tx, line)
  const draft = await lockDraft(tx, payee, line.currency)
  const at = ctx.clock.now()
  const row: Line = {
    id: ctx.ids.newId('adj'),
    payoutId: draft?.id ?? null,
    amountMinor,
    kind,
    reason,
    subscriptionId: charge?.subscriptionId ?? null,
    chargePeriodStart: charge?.periodStart ?? null,
    refundId,
    createdAt: at,
    createdBy: by,
  }
  await insertAdjustments(tx, { ...payee, currency: line.currency }, [row])
  if (!draft) return row
  const after = await updatePayout(tx, draft, { ...adjustedBy(draft, amountMinor), updatedAt: at })
  await recordAudit(ctx, tx, {
    action: 'adjust_payout',
    targetType: 'payout',
    event: payoutEvents.updated,
    targetId: draft.id,
    merchantId: draft.merchantId,
    before: auditDetails(draft, payee.name),
    after: { ...auditDetails(after, payee.name), amountMinor, reason },
  })
  return row
}
