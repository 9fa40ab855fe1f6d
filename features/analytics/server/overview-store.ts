import { and, asc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { findAddedUp } from '@quaff/features/redemptions/server'
import { redemptionHours, redemptions } from '@quaff/features/redemptions/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { daysOf, inDaysOf } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { earliestRecord, hiddenTime, inText, type Queryable } from '@quaff/platform/server'
import type { LateSum, SlotSum } from '../overview-rules'
import type { RangeWindow } from '../range-contract'
import { analyticsHours } from './tables'

/** `starts`: first days of the slots 1, 2, …, in ascending order. All days are read: the first entries make the level of today. */
export async function sumDaySlots(db: Queryable, scope: MerchantScope, starts: readonly string[]) {
  const days = daysOf(scope)
  return db
    .select({
      slot: sql<number>`width_bucket(${days.day}, ${sql.param([...starts])}::date[])`.as('slot'),
      status: days.status,
      currency: days.currency,
      created: sql<number>`sum(${days.createdCount})`,
      updated: sql<number>`sum(${days.updatedCount})`,
      entered: sql<number>`sum(${days.enteredCount})`,
      enteredMonthlyMinor: sql<number>`sum(${days.enteredMonthlyMinor})`,
    })
    .from(days)
    .where(inDaysOf(scope))
    .groupBy(sql`1`, days.status, days.currency)
}

/**
 * The same of one plan, from its rows, which know their present only: what is not canceled counts as what it is since
 * its creation; what is canceled counted as active until then, and never ended before it began.
 */
export async function sumPlanSlots(db: Queryable, scope: MerchantScope, planId: string, starts: readonly Date[]) {
  const bounds = instants(starts)
  const { rows } = await db.execute<SlotSum>(sql`
    with own as materialized (
      select status, billing_currency as currency, monthly_minor as monthly, width_bucket(created_at, ${bounds}) as born,
        width_bucket(updated_at, ${bounds}) as changed, count(*) as n
      from ${subscriptions}
      where ${scopeWhere(scope, subscriptions.merchantId)} and plan_id = ${planId} group by 1, 2, 3, 4, 5)
    select slot, step.status, currency, sum(created) as created, sum(updated) as updated, sum(entered) as entered,
      sum(entered * monthly) as "enteredMonthlyMinor"
    from own cross join lateral (values
      (born, own.status, n, 0, case own.status when 'canceled' then 0 else n end),
      (changed, own.status, 0, n, case own.status when 'canceled' then n else 0 end),
      (born, 'active', 0, 0, case own.status when 'canceled' then n else 0 end),
      (greatest(born, changed), 'active', 0, 0, case own.status when 'canceled' then -n else 0 end)
    ) as step (slot, status, created, updated, entered)
    where created <> 0 or updated <> 0 or entered <> 0
    group by 1, 2, 3`)
  return rows
}

/** Completed ones, by hours; of one plan by rows, which the index by merchant holds. */
export async function sumRedemptionSlots(
  db: Queryable,
  scope: MerchantScope,
  planId: string | undefined,
  starts: readonly Date[],
) {
  const [from, to] = [starts[0] ?? new Date(0), starts.at(-1) ?? new Date(0)]
  if (planId !== undefined) {
    return db
      .select({ slot: slotOf(redemptions.redeemedAt, starts), count: sql<number>`count(*)` })
      .from(redemptions)
      .where(
        and(
          scopeWhere(scope, redemptions.merchantId),
          eq(redemptions.status, redemptionDefaults.status),
          eq(redemptions.planId, planId),
          gte(redemptions.redeemedAt, from),
          lt(redemptions.redeemedAt, to),
        ),
      )
      .groupBy(sql`1`)
  }
  if (!scope.all)
    return sumHourSlots(db, redemptionHours, starts, {
      from,
      to,
      within: scopeWhere(scope, redemptionHours.merchantId),
    })
  const border = await findAddedUp(db, to)
  const [early, late] = await Promise.all([
    sumHourSlots(db, analyticsHours, starts, { from, to: border }),
    sumHourSlots(db, redemptionHours, starts, { from: border > from ? border : from, to }),
  ])
  return [...early, ...late]
}

function sumHourSlots(
  db: Queryable,
  hours: typeof analyticsHours | typeof redemptionHours,
  starts: readonly Date[],
  { from, to, within }: RangeWindow & { within?: SQL },
) {
  return db
    .select({ slot: slotOf(hours.hour, starts), count: sql<number>`sum(${hours.count})` })
    .from(hours)
    .where(and(within, eq(hours.status, redemptionDefaults.status), gte(hours.hour, from), lt(hours.hour, to)))
    .groupBy(sql`1`)
}

/** Created, and canceled, in [from, to): a part of a day, which the counters do not know. */
export async function sumRows(
  db: Queryable,
  scope: MerchantScope,
  planId: string | undefined,
  { from, to }: RangeWindow,
): Promise<LateSum> {
  const own = and(
    scopeWhere(scope, subscriptions.merchantId),
    planId === undefined ? undefined : eq(subscriptions.planId, planId),
  )
  const [created, canceled] = await Promise.all([
    db.$count(
      subscriptions,
      and(own, gte(subscriptions.createdAt, hiddenTime(from)), lt(subscriptions.createdAt, hiddenTime(to))),
    ),
    db.$count(
      subscriptions,
      // The status is inlined because a prepared statement with a parameter could not use the index.
      and(
        own,
        sql`${subscriptions.status} = 'canceled'`,
        gte(subscriptions.updatedAt, hiddenTime(from)),
        lt(subscriptions.updatedAt, hiddenTime(to)),
      ),
    ),
  ])
  return { created, canceled }
}

/** When the first subscription of the plan was created. */
export async function findFirstOfPlan(db: Queryable, scope: MerchantScope, planId: string) {
  const [row] = await db
    .select({ createdAt: subscriptions.createdAt })
    .from(subscriptions)
    .where(
      and(
        scopeWhere(scope, subscriptions.merchantId),
        eq(subscriptions.planId, planId),
        gte(subscriptions.createdAt, earliestRecord),
      ),
    )
    .orderBy(asc(subscriptions.createdAt))
    .limit(inText(1))
  return row?.createdAt ?? null
}

const instants = (starts: readonly Date[]) =>
  sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`
const slotOf = (
  at: typeof redemptions.redeemedAt | typeof analyticsHours.hour | typeof redemptionHours.hour,
  starts: readonly Date[],
) => sql<number>`width_bucket(${at}, ${instants(starts)})`.as('slot')

export async function findPlanMerchant(db: Queryable, scope: MerchantScope, planId: string) {
  const [plan] = await db
    .select({ merchantId: subscriptionPlans.merchantId })
    .from(subscriptionPlans)
    .where(and(eq(subscriptionPlans.id, planId), scopeWhere(scope, subscriptionPlans.merchantId)))
  return plan?.merchantId
}
