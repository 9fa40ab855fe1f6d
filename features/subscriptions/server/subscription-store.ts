import { and, asc, desc, eq, getTableColumns, gte, type SQL, sql, inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import {
  hiddenTime,
  importedRows,
  insertRows,
  inText,
  newestFirst,
  preparedRead,
  type Queryable,
  replaceFields,
  type Transaction,
} from '@quaff/platform/server'
import { chargeBillings } from '../charges/server/tables'
import { subscriptionDefaults } from '../contract'
import { resolvePrice, type PriceSource } from '../rules'
import {
  subscriptionPlanTotals as totals,
  subscriptions,
  chargeHolds,
  subscriptionAffiliates,
  subscriptionCharges,
  subscriptionEvents,
} from './tables'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Returns the ids that were new. Waits for other transactions that insert the same ids. */
export async function insertNewSubscriptions(tx: Transaction, rows: readonly SubscriptionRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const { rows: created } = await tx.execute<{ id: string }>(
    sql`${insertRows(subscriptions, rows)} on conflict do nothing returning id`,
  )
  return new Set(created.map(({ id }) => id))
}

/** Locks the rows in id order until the transaction ends. */
export async function lockSubscriptions(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(sql`${subscriptions.id} = any(${sql.param(ids)}::text[])`)
    .orderBy(asc(subscriptions.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

export async function updateSubscriptions(tx: Transaction, rows: readonly SubscriptionRow[]) {
  if (rows.length === 0) return
  await tx.execute(
    sql`${insertRows(subscriptions, rows)} on conflict (id) do update set ${replaceFields(subscriptions, replaced)}`,
  )
}

const replaced = Object.keys(getTableColumns(subscriptions)).filter(
  (name) => name !== 'id',
) as (keyof SubscriptionRow)[]

const recentLimit = 15

/** Newest first: those created from then on, then those canceled from then on, up to 15 of each. */
export async function listRecentSubscriptions(db: Queryable, scope: MerchantScope, since: Date) {
  const where = scopeWhere(scope, subscriptions.merchantId)
  const rows = await (scope.all
    ? recentOfAll(db, { since: since.toISOString() })
    : selectRecentSince(db, since.toISOString(), where))
  return [...new Map(rows.map((row) => [row.id, withPrice(row)])).values()]
}

const recentOfAll = preparedRead('recent_subscriptions', ['since'], (db, { since }: { since: string }) =>
  selectRecentSince(db, since),
)

function selectRecentSince(db: Queryable, since: string, within?: SQL) {
  const created = selectRecent(db)
    .where(and(within, gte(subscriptions.createdAt, hiddenTime(since))))
    .orderBy(newestFirst(subscriptions.createdAt), asc(subscriptions.id))
    .limit(inText(recentLimit))
  const canceled = selectRecent(db)
    .where(and(within, sql`${subscriptions.status} = 'canceled'`, gte(subscriptions.updatedAt, hiddenTime(since))))
    .orderBy(newestFirst(subscriptions.updatedAt), asc(subscriptions.id))
    .limit(inText(recentLimit))
  return unionAll(created, canceled)
}

function withPrice<T extends PriceSource>({
  amountMinor,
  interval,
  intervalCount,
  priceDetails,
  ...row
}: T & PriceSource) {
  return { price: resolvePrice({ amountMinor, currency: row.currency, interval, intervalCount, priceDetails }), ...row }
}

function selectRecent(db: Queryable) {
  return db
    .select({
      id: subscriptions.id,
      merchantId: subscriptions.merchantId,
      merchantName: merchants.name,
      planName: subscriptionPlans.name.as('plan_name'),
      userId: subscriptions.userId,
      status: subscriptions.status,
      monthlyMinor: subscriptions.monthlyMinor,
      amountMinor: subscriptions.amountMinor,
      currency: subscriptions.billingCurrency,
      interval: subscriptions.interval,
      intervalCount: subscriptions.intervalCount,
      priceDetails: subscriptions.priceDetails,
      createdAt: subscriptions.createdAt,
      updatedAt: subscriptions.updatedAt,
      isFirstOfUser: sql<boolean>`(${subscriptions.userId} is not null and not exists (
        select 1 from ${subscriptions} earlier where earlier.user_id = ${subscriptions.userId}
        and (earlier.created_at, earlier.id) < (${subscriptions.createdAt}, ${subscriptions.id})))`.as(
        'is_first_of_user',
      ),
    })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
}

export type PlanRevenue = {
  planId: string | null
  planName: string | null
  active: number
  currency: string
  monthlyMinor: number
}

/** Sums active subscriptions by plan and currency from counters. */
export async function sumActiveByPlan(db: Queryable, scope: MerchantScope) {
  const monthlyMinor = sql<number>`sum(${totals.monthlyMinor})`
  return db
    .select({
      planId: sql<string | null>`nullif(${totals.planId}, '')`,
      planName: subscriptionPlans.name.as('plan_name'),
      active: sql<number>`sum(${totals.count})`,
      currency: totals.currency,
      monthlyMinor,
    })
    .from(totals)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, totals.planId))
    .where(and(scopeWhere(scope, totals.merchantId), sql`${totals.status} = 'active' and ${totals.count} <> 0`))
    .groupBy(totals.planId, subscriptionPlans.name, totals.currency)
    .orderBy(
      sql`${totals.currency} <> ${subscriptionDefaults.currency}`,
      totals.currency,
      desc(monthlyMinor),
      asc(totals.planId),
    )
}

export type PaidPass = { id: string; paidUntil: Date }

const valuesTable = (passes: readonly PaidPass[]) =>
  sql`unnest(${sql.param(passes.map(({ id }) => id))}::text[],
    ${sql.param(passes.map(({ paidUntil }) => paidUntil.toISOString()))}::timestamptz[]) as named (id, paid_until)`

/** Locks and returns the subscriptions whose stored time is earlier, in id order like every other writer. */
export async function lockPaidLater(tx: Transaction, passes: readonly PaidPass[]) {
  if (passes.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select own.id from ${subscriptions} own join ${valuesTable(passes)} on named.id = own.id
    where own.paid_until is null or own.paid_until < named.paid_until order by own.id for update of own`)
  const later = new Set(rows.map(({ id }) => id))
  return passes.filter(({ id }) => later.has(id))
}

/** Stores the time up to which another system paid out. The caller holds the row locks. */
export async function keepPaidUntil(tx: Transaction, passes: readonly PaidPass[]) {
  if (passes.length === 0) return
  await tx.execute(sql`update ${subscriptions} own set paid_until = named.paid_until from ${valuesTable(passes)}
    where own.id = named.id`)
}

/** Only for versions. Rows are written and deleted by the functions that also move the counters. */
export const subscriptionDocumentRows = importedRows(subscriptions, [subscriptions.id])

/** Deletes subscriptions with their own rows in other tables. No payout may contain their charges. */
export async function deleteSubscriptions(tx: Transaction, ids: readonly string[]) {
  for (const table of [subscriptionAffiliates, chargeBillings, chargeHolds, subscriptionCharges, subscriptionEvents])
    await tx.delete(table).where(inArray(table.subscriptionId, [...ids]))
  await tx.delete(subscriptions).where(inArray(subscriptions.id, [...ids]))
}

/** Returns the ids that already exist. */
export async function findKnownSubscriptions(tx: Transaction, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id)
  const found = await tx.select({ id: subscriptions.id }).from(subscriptions).where(inArray(subscriptions.id, ids))
  return new Set(found.map(({ id }) => id))
}
