import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionPermissions } from '../../permissions'
import type { KeepSubscriptionInput, SubscriptionEnding } from '../contract'
import { changedAt, decideKeeping } from '../rules'
import { changeEnding } from './change-ending'

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
