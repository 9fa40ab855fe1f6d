import { eq, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { inText } from '@quaff/platform/server/rows/in-text'
import { subscriptionsWhere } from '../../server/list/subscription-filter-store'
import { listedSubscription, type ListedSubscription } from '../../server/list/subscription-list-store'
import { subscriptionEvents, subscriptions } from '../../server/tables'

/** Canceled, with their last change in [from, to): as the counters and the list of subscriptions have it. */
type Leaving = { planId: string | undefined; from: Date; to: Date }

const cancellationsWhere = (scope: MerchantScope, { planId, from, to }: Leaving) =>
  subscriptionsWhere(scope, { planId, canceledFrom: from, canceledTo: new Date(to.getTime() - 1) })

/** Who left last comes first. */
export async function listCancellations(
  db: Queryable,
  scope: MerchantScope,
  leaving: Leaving,
  limit: number,
): Promise<ListedSubscription[]> {
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(cancellationsWhere(scope, leaving))
    .orderBy(newestFirst(subscriptions.updatedAt), sql`${subscriptions.id} desc`)
    .limit(inText(limit))
}

export type CancellationGroup = {
  reason: string | null
  /** Null where it was canceled when it was first seen. */
  wasStatus: string | null
  currency: string
  count: number
  monthlyMinor: number
}

/** All of them, by why they left and what they were until then. */
export async function sumCancellations(
  db: Queryable,
  scope: MerchantScope,
  leaving: Leaving,
): Promise<CancellationGroup[]> {
  // Named in full: a column of the list that is selected loses the name of its table.
  const wasStatus = sql<string | null>`(
    select event.details ->> 'from' from ${subscriptionEvents} event
    where event.subscription_id = subscriptions.id and event.kind = 'canceled'
    order by event.occurred_at desc limit 1)`.as('was_status')
  const left = db
    .select({
      reason: sql<string | null>`nullif(trim(${subscriptions.cancelReason}), '')`.as('reason'),
      wasStatus,
      currency: subscriptions.billingCurrency,
      monthlyMinor: subscriptions.monthlyMinor,
    })
    .from(subscriptions)
    .where(cancellationsWhere(scope, leaving))
    .as('left_ones')
  return db
    .select({
      reason: left.reason,
      wasStatus: left.wasStatus,
      currency: left.currency,
      count: sql<number>`count(*)`,
      monthlyMinor: sql<number>`sum(${left.monthlyMinor})`,
    })
    .from(left)
    .groupBy(left.reason, left.wasStatus, left.currency)
}
