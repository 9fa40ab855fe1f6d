import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionPermissions } from '../../permissions'
import type { CancelSubscriptionInput, SubscriptionEnding } from '../contract'
import { changedAt, decideCancellation } from '../rules'
import { changeEnding } from './change-ending'

/** Ends it now, or asks for its end with the period that runs (`endDueSubscriptions` does that then). */
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
