import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  type EventType,
  inTransaction,
  type Locked,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { payoutEvents } from '../../contract'
import { payoutPermissions } from '../../permissions'
import { lockPayout, type PayoutPatch, type StoredPayout, updatePayout } from '../../server/payouts-store'
import type { PayoutStatus } from '../../statement-contract'
import { tellOfFailure, tellOfStatement } from '../../statement/server/tell-of-statement'
import type { FailPayoutInput, PayoutAction, PayoutActionInput, PayoutState } from '../contract'
import { progressRefusals } from '../refusals'
import { carryOverLines, decideProgress, leadsTo, waitingIdOf } from '../rules'
import { adjustedBy } from './adjust-payout'
import { insertAdjustments, noCharge } from './adjustment-store'
import { keepPastSteps } from './corrections/past-steps-store'

type PayoutChange = {
  action: Exclude<PayoutAction, 'discard'>
  auditAction: string
  /** The webhook event, if it is not `payout.updated`. */
  event?: EventType
  /** Additional changes; may write other rows in `tx`. */
  patchOf(
    tx: Transaction,
    payout: Locked<StoredPayout>,
    step: { at: Date; by: string; status: PayoutStatus },
  ): Promise<PayoutPatch> | PayoutPatch
  /** Additional fields of the audit row. */
  note?: Record<string, string | number>
}

/** Runs one transition of a payout: locks it, checks status and version, writes and records it. */
export async function changePayout(
  ctx: Context,
  input: PayoutActionInput,
  { action, auditAction, event = payoutEvents.updated, patchOf, note = {} }: PayoutChange,
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
      event,
      targetId: before.id,
      merchantId: before.merchantId,
      before: auditDetails(before, merchantName),
      after: { ...auditDetails(after, merchantName), ...note },
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

export function auditDetails(payout: StoredPayout, merchantName: string) {
  const { period, currency, status, adjustmentsMinor, netMinor, failureReason } = payout
  return { merchant: merchantName, period, currency, status, adjustmentsMinor, netMinor, failureReason }
}

function stateOf({ id, status, adjustmentsMinor, netMinor, version }: StoredPayout): PayoutState {
  return { id, status, adjustments: adjustmentsMinor, net: netMinor, version }
}

/** Approves a draft, or a failed payout for a retry. Settles a payout of 0, because no payment follows. */
export function approvePayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'approve',
    auditAction: 'approve_payout',
    async patchOf(tx, payout, { at, by, status }) {
      if (payout.status === 'draft') await tellOfStatement(ctx, tx, payout)
      await keepPastSteps(tx, payout)
      const isSettled = status === 'confirmed'
      return {
        approvedAt: at,
        approvedBy: by,
        sentAt: null,
        sentBy: null,
        settledAt: isSettled ? at : null,
        settledBy: isSettled ? by : null,
        failureReason: null,
        exportedAt: null,
        paidToLast4: null,
      }
    },
  })
}

/** Moves a negative amount to the merchant's next payout in this currency; this one becomes 0. */
export function carryOver(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'carryOver',
    auditAction: 'carry_payout',
    async patchOf(tx, payout, { at, by }) {
      const { here, waiting } = carryOverLines({ period: payout.period, net: payout.netMinor })
      const id = ctx.ids.newId('adj')
      const line = { ...noCharge, kind: 'carry' as const, createdAt: at, createdBy: by }
      await insertAdjustments(tx, payout, [
        { ...line, ...here, id, payoutId: payout.id },
        { ...line, ...waiting, id: waitingIdOf(id), payoutId: null },
      ])
      return adjustedBy(payout, here.amountMinor)
    },
  })
}

export function confirmPayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'confirm',
    auditAction: 'confirm_payout',
    event: payoutEvents.paid,
    patchOf: (_, __, { at, by }) => ({ settledAt: at, settledBy: by }),
  })
}

/** Marks the payment as failed. The merchant gets the reason by email and on the statement. */
export function failPayout(ctx: Context, { reason, ...input }: FailPayoutInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'fail',
    auditAction: 'fail_payout',
    event: payoutEvents.failed,
    async patchOf(tx, payout, { at, by }) {
      await tellOfFailure(ctx, tx, payout, reason)
      return { settledAt: at, settledBy: by, failureReason: reason }
    },
  })
}

export function markSent(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'markSent',
    auditAction: 'send_payout',
    patchOf: (_, __, { at, by }) => ({ sentAt: at, sentBy: by }),
  })
}

/** Reopens a payout. A bank file that included it no longer counts, because its amount may change. */
export function reopenPayout(ctx: Context, input: PayoutActionInput): Promise<PayoutState> {
  return changePayout(ctx, input, {
    action: 'reopen',
    auditAction: 'reopen_payout',
    async patchOf(tx, payout, { at, by }) {
      await keepPastSteps(tx, payout, { status: 'draft', at, byId: by, reason: null })
      return {
        approvedAt: null,
        approvedBy: null,
        sentAt: null,
        sentBy: null,
        settledAt: null,
        settledBy: null,
        failureReason: null,
        exportedAt: null,
        paidToLast4: null,
      }
    },
  })
}
