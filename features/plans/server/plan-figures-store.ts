import { and, count, eq, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { redemptionDays } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { subscriptionPlanTotals as totals, subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { dayKeyIn } from '@quaff/platform/shared/calendar'

const running = ['active', 'trialing', 'past_due']

// What never varies stands in the text: as a value the planner would hold it for any, and plan for each request anew.
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

/** One shape for all, to be read in one statement. */
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

/** Written once: what they are made of never varies. */
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

/** Running subscriptions per plan, status and currency, as they are counted: a row each, however many there are. */
export function sumRunning(db: Queryable, scope: MerchantScope, planId?: string) {
  return db
    .select(columns.running)
    .from(totals)
    .where(
      and(
        scopeWhere(scope, totals.merchantId),
        planId === undefined ? undefined : eq(totals.planId, planId),
        isRunning,
        isSome,
      ),
    )
}
export type SubscriptionSum = Awaited<ReturnType<typeof sumRunning>>[number]

/**
 * Spec §4 "churned": canceled and updated since then. When that was is hidden from the planner, here and where days begin:
 * a plan for any moment then looks no dearer than one for this moment, and the one for all figures is kept.
 */
export function countChurned(db: Queryable, scope: MerchantScope, since: Date, planId?: string) {
  return db
    .select(columns.churned)
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        ofPlan(planId),
        isCanceled,
        sql`${subscriptions.updatedAt} >= (select ${since.toISOString()}::timestamptz)`,
      ),
    )
    .groupBy(subscriptions.planId)
}

/** `zone` is that of the counters. */
type Window = { since: Date; zone: string }

/** Completed redemptions per plan since the day of `since`, from the counter of days. */
export function countDrinks(db: Queryable, scope: MerchantScope, { since, zone }: Window, planId?: string) {
  return db
    .select(columns.drunk)
    .from(redemptionDays)
    .where(
      and(
        scopeWhere(scope, redemptionDays.merchantId),
        planId === undefined ? undefined : eq(redemptionDays.planId, planId),
        sql`${redemptionDays.day} >= (select ${dayKeyIn(zone, since)}::date)`,
      ),
    )
    .groupBy(redemptionDays.planId)
}

/** All of them; `status` says which is which. */
export async function sumFigures(
  db: Queryable,
  scope: MerchantScope,
  window: Window,
  planId?: string,
): Promise<SubscriptionSum[]> {
  return unionAll(
    sumRunning(db, scope, planId),
    countChurned(db, scope, window.since, planId),
    countDrinks(db, scope, window, planId),
  )
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
