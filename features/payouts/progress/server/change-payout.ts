import { merchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction, type Locked } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import { payoutPermissions } from '../../permissions'
import { lockPayout, updatePayout, type PayoutPatch, type StoredPayout } from '../../server/payouts-store'
import type { PayoutStatus } from '../../statement/contract'
import type { PayoutAction, PayoutActionInput, PayoutState } from '../contract'
import { progressRefusals } from '../refusals'
import { decideProgress, leadsTo } from '../rules'

export type PayoutChange = {
  action: Exclude<PayoutAction, 'discard'>
  auditAction: string
  /** What changes beside the status; writes its own rows in `tx`. */
  patchOf(
    tx: Transaction,
    payout: Locked<StoredPayout>,
    step: { at: Date; by: string; status: PayoutStatus },
  ): Promise<PayoutPatch> | PayoutPatch
  /** What the audit row says beside what changed. */
  note?: Record<string, string | number>
}

/** One step of a payout: locked, refused unless its state and version allow it, written, recorded. */
export async function changePayout(
  ctx: Context,
  input: PayoutActionInput,
  { action, auditAction, patchOf, note = {} }: PayoutChange,
): Promise<PayoutState> {
  const actor = authorize(ctx.actor, payoutPermissions, 'payout.manage')
  return inTransaction(ctx, async (tx) => {
    const { before, merchantName } = await lockForAction(tx, actor, action, input)
    const at = ctx.clock.now()
    const status = leadsTo(action, { status: before.status, net: before.netMinor })
    const patch = await patchOf(tx, before, { at, by: actor.userId, status })
    const after = await updatePayout(tx, before, { ...patch, status, updatedAt: at })
    await recordAudit(ctx, tx, {
      action: auditAction,
      targetType: 'payout',
      targetId: before.id,
      merchantId: before.merchantId,
      before: auditFacts(before, merchantName),
      after: { ...auditFacts(after, merchantName), ...note },
    })
    return stateOf(after)
  })
}

export async function lockForAction(
  tx: Transaction,
  actor: UserActor,
  action: PayoutAction,
  { payoutId, version }: PayoutActionInput,
): Promise<{ before: Locked<StoredPayout>; merchantName: string }> {
  const { payout, merchantName } = await lockPayout(tx, merchantScope(actor), payoutId)
  const verdict = decideProgress(action, { ...payout, net: payout.netMinor }, version)
  if (verdict.ok) return { before: payout, merchantName }
  if (verdict.reason === 'STALE_VERSION')
    throw staleVersion({ type: 'payout', id: payoutId, savedAt: payout.updatedAt })
  throw refuse(progressRefusals, verdict.reason, action, payout.status)
}

/** Which payout it is, and what can change of it. */
export function auditFacts(payout: StoredPayout, merchantName: string) {
  const { period, currency, status, adjustmentsMinor, netMinor, failureReason } = payout
  return { merchant: merchantName, period, currency, status, adjustmentsMinor, netMinor, failureReason }
}

function stateOf({ id, status, adjustmentsMinor, netMinor, version }: StoredPayout): PayoutState {
  return { id, status, adjustments: adjustmentsMinor, net: netMinor, version }
}
