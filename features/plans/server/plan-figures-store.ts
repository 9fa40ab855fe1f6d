import { and, count, eq, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { redemptionDays } from '@quaff/features/redemptions/tables'
import { type MerchantScope, onlyMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { subscriptionPlanTotals as totals, subscriptions } from '@quaff/features/subscriptions/tables'
import { dayKeyIn, inText, newestFirst, pick, preparedRead, type Queryable } from '@quaff/platform/server'

const running = ['active', 'trialing', 'past_due']

// Constants are inlined: as parameters they would make the planner plan for any value, at each request.
const isRunning = sql`${totals.status} in ('active', 'trialing', 'past_due')`
const isCanceled = sql`${subscriptions.status} = 'canceled'`
const isSome = sql`${totals.count} <> 0`

const monthlySum = sql<number>`coalesce(sum(${subscriptions.monthlyMinor}), 0)`.mapWith(Number)
const ofPlan = (planId: string | undefined) => (planId === undefined ? undefined : eq(subscriptions.planId, planId))

type Summed = {
  planId: AnyColumn | SQL
  status: AnyColumn | SQL
  currency: AnyColumn | SQL
  count: SQL
  monthlyMinor: SQL
}

/** One shape for all, so that one statement can read them. */
const summed = ({ planId, status, currency, count: number, monthlyMinor }: Summed) => ({
  planId: sql<string | null>`${planId}`.as('plan_id'),
  status: sql<string>`${status}`.as('status'),
  currency: sql<string>`${currency}`.as('currency'),
  count: sql<number>`${number}::integer`.as('count'),
  monthlyMinor: sql<number>`${monthlyMinor}`.mapWith(Number).as('monthly_minor'),
})
const counted = (status: 'churned' | 'drunk', planId: AnyColumn | SQL, number: SQL = sql`count(*)`) =>
  summed({ planId, status: sql.raw(`'${status}'`), currency: sql`''`, count: number, monthlyMinor: sql`0` })
const orNone = (planId: AnyColumn) => sql`nullif(${planId}, '')`

/** Built once, because they never vary. */
const columns = {
  running: summed({
    ...totals,
    planId: orNone(totals.planId),
    count: sql`${totals.count}`,
    monthlyMinor: sql`${totals.monthlyMinor}`,
  }),
  churned: counted('churned', subscriptions.planId),
  drunk: counted('drunk', orNone(redemptionDays.planId), sql`sum(${redemptionDays.count})`),
}

/** The condition that a column holds the id of a wanted merchant. */
type OfMerchant = (column: AnyPgColumn) => SQL
/** Values, or placeholders of a prepared read. `day` is the day of `since` as YYYY-MM-DD. */
type Since = { since: string; day: string }

const ofScope =
  (scope: MerchantScope): OfMerchant =>
  (column) =>
    scopeWhere(scope, column)
const sinceOf = ({ since, zone }: Window): Since => ({ since: since.toISOString(), day: dayKeyIn(zone, since) })

const selectRunning = (db: Queryable, ofMerchant: OfMerchant, planId?: string) =>
  db
    .select(columns.running)
    .from(totals)
    .where(
      and(
        ofMerchant(totals.merchantId),
        planId === undefined ? undefined : eq(totals.planId, planId),
        isRunning,
        isSome,
      ),
    )

/**
 * Spec §4 "churned": canceled and updated since then. The subselects hide both times from the planner, so that it
 * keeps one generic query plan.
 */
const selectChurned = (db: Queryable, ofMerchant: OfMerchant, since: string, planId?: string) =>
  db
    .select(columns.churned)
    .from(subscriptions)
    .where(
      and(
        ofMerchant(subscriptions.merchantId),
        ofPlan(planId),
        isCanceled,
        sql`${subscriptions.updatedAt} >= (select ${since}::timestamptz)`,
      ),
    )
    .groupBy(subscriptions.planId)

const selectDrinks = (db: Queryable, ofMerchant: OfMerchant, day: string, planId?: string) =>
  db
    .select(columns.drunk)
    .from(redemptionDays)
    .where(
      and(
        ofMerchant(redemptionDays.merchantId),
        planId === undefined ? undefined : eq(redemptionDays.planId, planId),
        sql`${redemptionDays.day} >= (select ${day}::date)`,
      ),
    )
    .groupBy(redemptionDays.planId)

const selectFigures = (db: Queryable, ofMerchant: OfMerchant, { since, day }: Since, planId?: string) =>
  unionAll(
    selectRunning(db, ofMerchant, planId),
    selectChurned(db, ofMerchant, since, planId),
    selectDrinks(db, ofMerchant, day, planId),
  )
export type SubscriptionSum = Awaited<ReturnType<typeof selectRunning>>[number]

const figuresOfMerchant = preparedRead(
  'plan_figures',
  ['merchantId', 'since', 'day'],
  (db, { merchantId, ...since }: Since & { merchantId: string }) =>
    selectFigures(db, (column) => eq(column, merchantId), since),
)

/** Sums running subscriptions per plan, status and currency from the counters, with one row per group. */
export async function sumRunning(db: Queryable, scope: MerchantScope, planId?: string): Promise<SubscriptionSum[]> {
  return selectRunning(db, ofScope(scope), planId)
}

/** `zone` is that of the counters. */
type Window = { since: Date; zone: string }

/** Completed redemptions per plan since the day of `since`, from the counter of days. */
export async function countDrinks(db: Queryable, scope: MerchantScope, window: Window): Promise<SubscriptionSum[]> {
  return selectDrinks(db, ofScope(scope), sinceOf(window).day)
}

/** Sums running and churned subscriptions and redemptions, distinguished by `status`. */
export async function sumFigures(
  db: Queryable,
  scope: MerchantScope,
  window: Window,
  planId?: string,
): Promise<SubscriptionSum[]> {
  const merchantId = onlyMerchant(scope)
  if (merchantId === null || planId !== undefined) return selectFigures(db, ofScope(scope), sinceOf(window), planId)
  return figuresOfMerchant(db, { merchantId, ...sinceOf(window) })
}

/** Running subscriptions of one plan by what they say about their price; `resolvePrice` reads it. */
export async function listPaid(db: Queryable, scope: MerchantScope, planId: string) {
  return db
    .select({
      amountMinor: subscriptions.amountMinor,
      currency: subscriptions.billingCurrency,
      ...pick(subscriptions, 'interval', 'intervalCount', 'priceDetails', 'status'),
      count: count(),
      monthlyMinor: monthlySum,
    })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.planId, planId),
        inArray(subscriptions.status, running),
      ),
    )
    .groupBy(
      subscriptions.amountMinor,
      subscriptions.billingCurrency,
      subscriptions.interval,
      subscriptions.intervalCount,
      subscriptions.priceDetails,
      subscriptions.status,
    )
}

/** All subscriptions of one plan, canceled ones too. */
export async function countByStatus(db: Queryable, scope: MerchantScope, planId: string) {
  return db
    .select({ status: totals.status, count: sql<number>`sum(${totals.count})::integer` })
    .from(totals)
    .where(and(scopeWhere(scope, totals.merchantId), eq(totals.planId, planId), isSome))
    .groupBy(totals.status)
}

/** Display names of running subscribers, newest first. */
export async function listSubscriberNames(db: Queryable, scope: MerchantScope, planId: string, limit: number) {
  return db
    .select({ displayName: users.displayName })
    .from(subscriptions)
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.planId, planId),
        inArray(subscriptions.status, running),
      ),
    )
    .orderBy(newestFirst(subscriptions.createdAt), subscriptions.id)
    .limit(inText(limit))
}
