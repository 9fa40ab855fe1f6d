import { adminRole, authorize, type Context, type UserActor } from '@quaff/platform/server'
import {
  type RecentSubscribersInput,
  type Subscriber,
  type SubscriberList,
  type SubscribersRawInput,
  subscriptionLimits,
  type SubscriptionStatus,
} from '../contract'
import { scheduledEndOf } from '../ending-rules'
import { subscriptionPermissions } from '../permissions'
import { maskName, resolvePrice } from '../rules'
import { listSubscriberRows, type SubscriberDetails, type SubscriberFilter } from './subscriber-store'
import { requireMerchantBehind, scopeOf } from './subscription-scope'
import { sumTotals } from './totals-store'

/** Both sources use it, so that the fallback cannot show more than the raw source. */
async function readSubscribers(ctx: Context, merchantId: string, filter: SubscriberFilter): Promise<SubscriberList> {
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

/** Serves the fallback. */
export async function listRecentSubscribers(
  ctx: Context,
  { merchantId, ...filter }: RecentSubscribersInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, filter)
}

/** Serves `getMerchantSubscribersRaw`. */
export async function listSubscribersRaw(
  ctx: Context,
  { merchantId, status }: SubscribersRawInput,
): Promise<SubscriberList> {
  return readSubscribers(ctx, merchantId, { status, limit: subscriptionLimits.maxRows })
}

/** Lists every returned field by name. The viewer's role decides what is shown of the person. */
function presentSubscriber(row: SubscriberDetails, reader: UserActor): Subscriber {
  const price = resolvePrice(row)
  return {
    subscriptionId: row.id,
    merchantId: row.merchantId,
    planId: row.planId,
    planName: row.planName ?? 'Unknown Plan',
    status: row.status,
    amount: price.amountMinor,
    currency: price.currency,
    interval: price.interval,
    intervalCount: price.intervalCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    endsAt: scheduledEndOf(row),
    ...presentPerson(row.user, reader),
  }
}

/** Returns the full person for administrators, "Ana P." for other roles. */
export function presentPerson(
  user: SubscriberDetails['user'],
  reader: UserActor,
): Pick<Subscriber, 'subscriberName' | 'email' | 'userId'> {
  if (reader.role !== adminRole)
    return { subscriberName: maskName(user?.displayName ?? null), email: null, userId: null }
  const email = user && !user.emailIsPlaceholder ? user.email : null
  return { subscriberName: user?.displayName ?? null, email, userId: user?.id ?? null }
}
