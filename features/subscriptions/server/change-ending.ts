import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  refuse,
  staleVersion,
  type UserActor,
  type Verdict,
} from '@quaff/platform/server'
import type { SubscriptionEventKind } from '../contract'
import type { CancelSubscriptionInput, KeepSubscriptionInput, SubscriptionEnding } from '../ending-contract'
import { changedAt, decideCancellation, decideKeeping, type EndingRefusal } from '../ending-rules'
import { subscriptionPermissions } from '../permissions'
import { endingRefusals, subscriptionRefusals } from '../refusals'
import { type EndingPatch, lockSubscription, saveEnding } from './ending-store'
import { recordChanges } from './record-changes'
import type { SubscriptionRow } from './subscription-store'

type EndingChange = {
  action: 'cancel_subscription' | 'keep_subscription'
  kind: SubscriptionEventKind
  note: Record<string, string>
  decide: (before: SubscriptionRow) => Verdict<EndingRefusal>
  patchOf: (before: SubscriptionRow) => EndingPatch
}

async function changeEnding(
  ctx: Context,
  actor: UserActor,
  subscriptionId: string,
  { action, kind, note, decide, patchOf }: EndingChange,
) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockSubscription(tx, merchantScope(actor), subscriptionId)
    if (!before) throw refuse(subscriptionRefusals, 'SUBSCRIPTION')
    const verdict = decide(before)
    if (!verdict.ok) throw refusalOf(verdict.reason, before)
    const patch = patchOf(before)
    const after = { ...before, ...patch }
    await saveEnding(tx, before, patch)
    await recordChanges(
      ctx,
      tx,
      [{ before, after }],
      [
        {
          id: ctx.ids.newId('sev'),
          subscriptionId,
          kind,
          actorId: actor.userId,
          occurredAt: after.updatedAt,
          details: { from: before.status, periodEnd: before.currentPeriodEnd.toISOString() },
        },
      ],
    )
    await recordAudit(ctx, tx, {
      action,
      targetType: 'subscription',
      targetId: subscriptionId,
      merchantId: before.merchantId,
      before: audited(before),
      after: { ...audited(after), ...note },
    })
    return presentEnding(after)
  })
}

function refusalOf(reason: EndingRefusal, { id, updatedAt }: SubscriptionRow) {
  if (reason === 'STALE_VERSION') return staleVersion({ type: 'subscription', id, savedAt: updatedAt })
  return refuse(endingRefusals, reason)
}

const audited = ({ status, cancelAtPeriodEnd, cancelAt, canceledBy, cancelReason: reason }: SubscriptionRow) => ({
  status,
  cancelAtPeriodEnd,
  ...(cancelAt && { cancelAt: cancelAt.toISOString() }),
  canceledBy,
  reason,
})

const presentEnding = (row: SubscriptionRow): SubscriptionEnding => ({
  subscriptionId: row.id,
  merchantId: row.merchantId,
  status: row.status,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  cancelAt: row.cancelAt,
  cancelReason: row.cancelReason,
  currentPeriodEnd: row.currentPeriodEnd,
  updatedAt: row.updatedAt,
})

/** Cancels now, or schedules the end of the current period (`endDueSubscriptions` carries it out). */
export async function cancelSubscription(ctx: Context, input: CancelSubscriptionInput): Promise<SubscriptionEnding> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.cancel')
  const now = ctx.clock.now()
  const isNow = input.when === 'now'
  return changeEnding(ctx, actor, input.subscriptionId, {
    action: 'cancel_subscription',
    kind: isNow ? 'canceled' : 'cancel_scheduled',
    note: { when: input.when },
    decide: (before) => decideCancellation(before, input, now),
    patchOf: (before) => ({
      status: isNow ? 'canceled' : before.status,
      cancelAtPeriodEnd: !isNow,
      cancelAt: null,
      canceledBy: actor.userId,
      cancelReason: input.reason,
      updatedAt: changedAt(before.updatedAt, now),
    }),
  })
}

export async function keepSubscription(ctx: Context, input: KeepSubscriptionInput): Promise<SubscriptionEnding> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.cancel')
  const now = ctx.clock.now()
  return changeEnding(ctx, actor, input.subscriptionId, {
    action: 'keep_subscription',
    kind: 'cancel_withdrawn',
    note: {},
    decide: (before) => decideKeeping(before, input, now),
    patchOf: (before) => ({
      status: before.status,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      canceledBy: null,
      cancelReason: null,
      updatedAt: changedAt(before.updatedAt, now),
    }),
  })
}
