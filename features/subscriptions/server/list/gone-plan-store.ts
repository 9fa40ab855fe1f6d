import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { subscriptions } from '../tables'
import { listedSubscription } from './subscription-list-store'

const isWithoutPlan = sql`not exists (select 1 from ${subscriptionPlans} where ${subscriptionPlans}.id = ${subscriptions}.plan_id)`

/** Merchants with subscriptions whose plan is gone, or that never named one; by name, `limit` at most. */
export function listMerchantsOfGonePlans(db: Queryable, scope: MerchantScope, limit: number) {
  return db
    .select({ merchantId: subscriptions.merchantId, merchantName: merchants.name })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), isWithoutPlan))
    .groupBy(subscriptions.merchantId, merchants.name)
    .orderBy(sql`lower(${merchants.name})`, subscriptions.merchantId)
    .limit(limit)
}

export function countOfGonePlans(db: Queryable, scope: MerchantScope, merchantIds: readonly string[]) {
  return db
    .select({ merchantId: subscriptions.merchantId, status: subscriptions.status, count: count() })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        inArray(subscriptions.merchantId, [...merchantIds]),
        isWithoutPlan,
      ),
    )
    .groupBy(subscriptions.merchantId, subscriptions.status)
}

export function listNewestOfGonePlans(db: Queryable, scope: OneMerchant, limit: number) {
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), isWithoutPlan))
    .orderBy(newestFirst(subscriptions.createdAt), sql`${subscriptions.id} desc`)
    .limit(limit)
}
