import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { SubscriberList, SubscriptionStatus } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { requireMerchantBehind, scopeOf } from '../../server/list/subscription-scope'
import { sumTotals } from '../../server/totals-store'
import { presentSubscriber } from './subscriber-presenter'
import { listSubscriberRows, type SubscriberFilter } from './subscriber-store'

/** One door for both, so that the fallback cannot show what the raw source would not. */
export async function readSubscribers(
  ctx: Context,
  merchantId: string,
  filter: SubscriberFilter,
): Promise<SubscriberList> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = scopeOf(actor, merchantId)
  const [rows, totals] = await Promise.all([listSubscriberRows(ctx.db, scope, filter), sumTotals(ctx.db, scope)])
  await requireMerchantBehind(ctx, scope, [...rows, ...totals])
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
