import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { subscriptions } from '../tables'
import { subscriptionsWhere, type NarrowingFilter } from './subscription-filter-store'

/** Name and order of the only way in which the list is sorted; both go into its cursors. */
export const newestPage = { name: 'created', order: 'desc' } as const
const createdKey: SortKey = { kind: 'instant', expression: sql`${subscriptions.createdAt}`, indexed: 'descending' }

/** What every list shows: the plan, its price, and the period. */
export const soldPlan = {
  ...pick(subscriptions, 'id', 'merchantId', 'planId'),
  planName: subscriptionPlans.name,
  ...pick(subscriptions, 'status', 'amountMinor', 'currency', 'interval', 'intervalCount'),
  ...pick(subscriptions, 'priceDetails', 'createdAt', 'currentPeriodStart', 'currentPeriodEnd'),
  ...pick(subscriptions, 'cancelAtPeriodEnd', 'cancelAt'),
}

export const subscriberColumns = pick(users, 'id', 'displayName', 'email', 'emailIsPlaceholder')

export const listedSubscription = {
  ...soldPlan,
  merchantName: merchants.name,
  ...pick(subscriptions, 'monthlyMinor', 'canceledBy'),
  cancelerName: sql<
    string | null
  >`(select canceler.display_name from ${users} canceler where canceler.id = ${subscriptions.canceledBy})`,
  cancelReason: subscriptions.cancelReason,
  updatedAt: subscriptions.updatedAt,
  user: subscriberColumns,
}

export type SubscriptionPage = { limit: number; cursor?: string | null | undefined }

/** One page, newest first. */
export function listSubscriptionRows(
  db: Queryable,
  scope: MerchantScope,
  filter: NarrowingFilter,
  { limit, cursor }: SubscriptionPage,
) {
  const page = keyset({ ...newestPage, key: createdKey, id: sql`${subscriptions.id}`, cursor })
  return db
    .select({ ...listedSubscription, sortValue: page.sortValue })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(subscriptionsWhere(scope, filter), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}
export type ListedSubscription = Omit<Awaited<ReturnType<typeof listSubscriptionRows>>[number], 'sortValue'>

export function countSubscriptionRows(db: Queryable, scope: MerchantScope, filter: NarrowingFilter): Promise<number> {
  return countUpTo(db, db.select(one).from(subscriptions).where(subscriptionsWhere(scope, filter)))
}

export async function listSubscriptionsByIds(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
): Promise<ListedSubscription[]> {
  if (ids.length === 0) return []
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), inArray(subscriptions.id, [...ids])))
    .orderBy(newestFirst(subscriptions.createdAt), sql`${subscriptions.id} desc`)
}
