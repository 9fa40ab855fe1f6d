import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionLimits } from '../../contract'
import type { RecentSubscribersInput, SubscriberList, SubscribersRawInput, SubscriptionStatus } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { scopeOf } from '../list/subscription-scope'
import { presentSubscriber } from './subscriber-presenter'
import { listSubscriberRows, type SubscriberFilter } from './subscriber-store'
import { sumTotals } from '../totals-store'

/** Behind `getMerchantSubscribersRaw`. */
export async function listSubscribersRaw(
  ctx: Context,
  { merchantId, status }: SubscribersRawInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, { status, limit: subscriptionLimits.maxRows })
}

/** Behind the fallback. */
export async function listRecentSubscribers(
  ctx: Context,
  { merchantId, ...filter }: RecentSubscribersInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, filter)
}

/** One door for both, so that the fallback cannot show what the raw source would not. */
async function readSubscribers(ctx: Context, merchantId: string, filter: SubscriberFilter): Promise<SubscriberList> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = await scopeOf(ctx, actor, merchantId)
  const [rows, totals] = await Promise.all([listSubscriberRows(ctx.db, scope, filter), sumTotals(ctx.db, scope)])
  const countOf = (status: SubscriptionStatus) =>
    totals.filter((total) => total.status === status).reduce((sum, { count }) => sum + count, 0)
  return {
    subscribers: rows.map((row) => presentSubscriber(row, actor)),
    counts: {
      active: countOf('active'),
      trialing: countOf('trialing'),
      past_due: countOf('past_due'),
      canceled: countOf('canceled'),
    },
  }
}
