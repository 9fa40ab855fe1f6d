import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { refuse } from '@quaff/platform/shared/refusal'
import { subscriptionLimits, type UserSubscriptionList, type UserSubscriptionsInput } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { subscriptionRefusals } from '../../refusals'
import { presentUserSubscription } from './user-subscription-presenter'
import { countUserSubscriptions, hasUser, listPricesOfPlans, listUserSubscriptionRows } from './user-subscription-store'

/** `users/{id}/subscriptions` of spec §7: active, trialing and past due, newest first. */
export async function listUserSubscriptions(
  ctx: Context,
  { userId }: UserSubscriptionsInput,
): Promise<UserSubscriptionList> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.ofUser')
  const scope = merchantScope(actor)
  const [isUser, rows, total] = await batchReads(ctx.db, (db) =>
    Promise.all([
      hasUser(db, userId),
      listUserSubscriptionRows(db, scope, userId, subscriptionLimits.maxRows),
      countUserSubscriptions(db, scope, userId),
    ]),
  )
  if (!isUser) throw refuse(subscriptionRefusals, 'USER')
  const planIds = new Set(rows.flatMap(({ planId }) => planId ?? []))
  const prices = await listPricesOfPlans(ctx.db, [...planIds])
  return { subscriptions: rows.map((row) => presentUserSubscription(row, prices)), total }
}
