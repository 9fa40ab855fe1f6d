import { merchantScope } from '@quaff/features/sessions/server'
import { authorize, batchReads, type Context, refuse } from '@quaff/platform/server'
import {
  subscriptionLimits,
  type UserSubscription,
  type UserSubscriptionList,
  type UserSubscriptionsInput,
} from '../contract'
import { scheduledEndOf } from '../ending-rules'
import { subscriptionPermissions } from '../permissions'
import { subscriptionRefusals } from '../refusals'
import { differingPrice, type Price, shownPrice } from '../rules'
import {
  countUserSubscriptions,
  hasUser,
  listPricesOfPlans,
  listUserSubscriptionRows,
  type PriceOfPlan,
  type UserSubscriptionDetails,
} from './subscriber-store'

/** Returns active, trialing and past-due subscriptions, newest first (spec §7, `users/{id}/subscriptions`). */
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

/** Lists every returned field by name. */
function presentUserSubscription(row: UserSubscriptionDetails, prices: readonly PriceOfPlan[]): UserSubscription {
  const shown = shownPrice(
    row,
    prices.filter((price) => price.planId === row.planId),
  )
  const recorded = differingPrice(row, shown)
  return {
    id: row.id,
    merchantId: row.merchantId,
    merchantName: row.merchantName || 'Unknown Merchant',
    planId: row.planId,
    planName: row.planName || 'Unknown Plan',
    status: row.status,
    ...presentPrice(shown),
    recorded: recorded && presentPrice(recorded),
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    endsAt: scheduledEndOf(row),
    createdAt: row.createdAt,
  }
}

const presentPrice = ({ amountMinor, currency, interval, intervalCount }: Price) => ({
  amount: amountMinor,
  currency,
  interval,
  intervalCount,
})
