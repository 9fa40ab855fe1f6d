import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { readPlanFields } from '@quaff/features/plans/rules'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { promotionTitle, readMetadata } from '@quaff/features/promotions/rules'
import { merchantPromotions } from '@quaff/features/promotions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { inText, type Queryable, type SortOrder } from '@quaff/platform/server'
import { iso, type ListOrder, type ReadPage, rowsOf, type Source } from './source-store'

const by = (expression: SQL, order: SortOrder): ListOrder => ({ key: { kind: 'instant', expression }, order })

export const planSource: Source<'plans'> = {
  ...rowsOf(subscriptionPlans),
  listed: () => by(sql`${subscriptionPlans.createdAt}`, 'desc'),
  read: readPlans,
}

async function readPlans(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { id, merchantId, name, active, fields, createdAt, updatedAt } = subscriptionPlans
  const rows = await db
    .select({ id, merchantId, name, active, fields, createdAt, updatedAt, sortValue })
    .from(subscriptionPlans)
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map((row) => {
    const { description, visibility, allowance, timeWindow, eligibleItems, validLocationIds } = readPlanFields(
      row.fields,
    )
    return {
      id: row.id,
      sortValue: row.sortValue,
      row: {
        id: row.id,
        merchantId: row.merchantId,
        name: row.name,
        description,
        active: row.active,
        visibility,
        allowance,
        timeWindow,
        eligibleItems,
        validLocationIds,
        createdAt: iso(row.createdAt),
        updatedAt: iso(row.updatedAt),
      },
    }
  })
}

/**
 * One merchant has few plans, so all are read and sorted. Otherwise the planner scans the plans of all merchants in
 * order.
 */
const ofPlan = (time: AnyPgColumn, isOfOne: boolean) => (isOfOne ? sql`(${time} + interval '0')` : sql`${time}`)

/** Sorted by plan, because a price has no timestamps. */
export const priceSource: Source<'prices'> = {
  id: sql`${planPrices.id}`,
  merchantId: subscriptionPlans.merchantId,
  from: sql`${subscriptionPlans} join ${planPrices} on ${eq(planPrices.planId, subscriptionPlans.id)}`,
  key: sql`${planPrices.id}`,
  listed: (isOfOne) => by(ofPlan(subscriptionPlans.createdAt, isOfOne), 'desc'),
  changed: (isOfOne) => by(ofPlan(subscriptionPlans.updatedAt, isOfOne), 'asc'),
  read: readPrices,
}

async function readPrices(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { merchantId, createdAt, updatedAt } = subscriptionPlans
  const { id, planId, amountMinor, currency, interval, intervalCount, active, position } = planPrices
  const price = { id, planId, amountMinor, currency, interval, intervalCount, active, position }
  const rows = await db
    .select({ ...price, merchantId, createdAt, updatedAt, sortValue })
    .from(subscriptionPlans)
    .innerJoin(planPrices, eq(planPrices.planId, subscriptionPlans.id))
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      planId: row.planId,
      amountMinor: row.amountMinor,
      currency: row.currency,
      interval: row.interval,
      intervalCount: row.intervalCount,
      active: row.active,
      position: row.position,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    },
  }))
}

/** Ids contain no colon, so the two parts are unambiguous. */
const promotionKey = sql<string>`(${merchantPromotions.merchantId} || ':' || ${merchantPromotions.promotionId})`

export const promotionSource: Source<'promotions'> = {
  id: promotionKey,
  merchantId: merchantPromotions.merchantId,
  from: sql`${merchantPromotions}`,
  key: sql`${merchantPromotions.merchantId}, ${merchantPromotions.promotionId}`,
  listed: () => ({ key: { kind: 'text', expression: sql`${merchantPromotions.merchantId}` }, order: 'asc' }),
  changed: () => ({ key: { kind: 'instant', expression: sql`${merchantPromotions.updatedAt}` }, order: 'asc' }),
  read: readPromotions,
}

async function readPromotions(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { merchantId, promotionId, enabled, metadata, updatedAt } = merchantPromotions
  const rows = await db
    .select({ id: promotionKey, merchantId, promotionId, enabled, metadata, updatedAt, sortValue })
    .from(merchantPromotions)
    .where(and(scopeWhere(scope, merchantPromotions.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map((row) => {
    const { startsOn, endsOn, limitTotal, limitPerCustomer, planIds } = readMetadata(row.metadata ?? {})
    return {
      id: row.id,
      sortValue: row.sortValue,
      row: {
        id: row.id,
        merchantId: row.merchantId,
        promotionId: row.promotionId,
        title: promotionTitle(row.promotionId),
        enabled: row.enabled,
        startsOn: startsOn ?? null,
        endsOn: endsOn ?? null,
        limitTotal: limitTotal ?? null,
        limitPerCustomer: limitPerCustomer ?? null,
        planIds: planIds ?? [],
        updatedAt: iso(row.updatedAt),
      },
    }
  })
}
