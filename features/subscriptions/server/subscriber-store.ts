import { and, asc, eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { inText } from '@quaff/platform/server/rows/in-text'
import type { SubscriptionStatus } from '../contract'
import { soldPlan, subscriberColumns } from './subscription-list-store'
import { subscriptions } from './tables'

export type SubscriberFilter = { status?: SubscriptionStatus; planId?: string; limit: number }

function selectSubscribers(db: Queryable) {
  return db
    .select({ ...soldPlan, updatedAt: subscriptions.updatedAt, user: subscriberColumns })
    .from(subscriptions)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
}
export type SubscriberDetails = Awaited<ReturnType<typeof selectSubscribers>>[number]

/** Newest first. Every list of subscribers uses this query. */
export function listSubscriberRows(db: Queryable, scope: MerchantScope, { status, planId, limit }: SubscriberFilter) {
  return selectSubscribers(db)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        status ? eq(subscriptions.status, status) : undefined,
        planId ? eq(subscriptions.planId, planId) : undefined,
      ),
    )
    .orderBy(newestFirst(subscriptions.createdAt), asc(subscriptions.id))
    .limit(inText(limit))
}

/** Returns false for a deleted merchant, even if a scope still names it. */
export async function hasMerchant(db: Queryable, scope: OneMerchant): Promise<boolean> {
  return (await db.$count(merchants, scopeWhere(scope, merchants.id))) > 0
}
