import { and, eq, gte, lte, sql, type SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { dayKeyIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { subscriptionPlanTotals } from '../tables'
import { daysOf, inDaysOf, sumTotals } from '../totals-store'
import type { NarrowingFilter } from './subscription-filter-store'
import { countSubscriptionRows } from './subscription-list-store'

/** Exact where a counter knows the filter: a status, a plan, or whole days of creation or cancellation. */
export async function countListed(
  db: Queryable,
  scope: MerchantScope,
  filter: NarrowingFilter,
  timeZone: string,
): Promise<number> {
  const counted = await countSubscriptionRows(db, scope, filter)
  return counted > pageLimits.counted ? ((await sumListed(db, scope, filter, timeZone)) ?? counted) : counted
}

/** From counters; undefined where none knows the filter. */
export async function sumListed(
  db: Queryable,
  scope: MerchantScope,
  { status, planId, createdFrom, createdTo, canceledFrom, canceledTo, ...other }: NarrowingFilter,
  timeZone: string,
): Promise<number | undefined> {
  if (Object.values(other).some((value) => value !== undefined)) return undefined
  const [created, canceled] = [
    { from: createdFrom, to: createdTo },
    { from: canceledFrom, to: canceledTo },
  ].map((span) => wholeDays(timeZone, span))
  if (!created || !canceled) return undefined
  if (!created.isLimited && !canceled.isLimited)
    return planId === undefined ? sumStatus(db, scope, status) : sumPlan(db, scope, planId, status)
  if (planId !== undefined || (created.isLimited && canceled.isLimited)) return undefined
  if (created.isLimited) return sumDays(db, scope, 'createdCount', created, status)
  return status === undefined || status === 'canceled' ? sumDays(db, scope, 'updatedCount', canceled, 'canceled') : 0
}

type DaySpan = { from: string | undefined; to: string | undefined; isLimited: boolean }

/** As days of the zone; undefined where a bound lies within a day. */
function wholeDays(timeZone: string, { from, to }: { from?: Date; to?: Date }): DaySpan | undefined {
  const isStart = (at: Date) => startOfDayIn(timeZone, at).getTime() === at.getTime()
  if (from && !isStart(from)) return undefined
  if (to && !isStart(new Date(to.getTime() + 1))) return undefined
  return { from: from && dayKeyIn(timeZone, from), to: to && dayKeyIn(timeZone, to), isLimited: Boolean(from ?? to) }
}

async function sumStatus(db: Queryable, scope: MerchantScope, status: string | undefined): Promise<number> {
  const totals = await sumTotals(db, scope)
  return totals.reduce((sum, row) => (status === undefined || row.status === status ? sum + row.count : sum), 0)
}

async function sumPlan(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
  status: string | undefined,
): Promise<number> {
  const totals = subscriptionPlanTotals
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${totals.count}), 0)::integer` })
    .from(totals)
    .where(and(scopeWhere(scope, totals.merchantId), eq(totals.planId, planId), ofStatus(totals.status, status)))
  return row?.count ?? 0
}

async function sumDays(
  db: Queryable,
  scope: MerchantScope,
  column: 'createdCount' | 'updatedCount',
  { from, to }: DaySpan,
  status: string | undefined,
): Promise<number> {
  const days = daysOf(scope)
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${days[column]}), 0)::integer` })
    .from(days)
    .where(
      and(
        inDaysOf(scope),
        ofStatus(days.status, status),
        from === undefined ? undefined : gte(days.day, from),
        to === undefined ? undefined : lte(days.day, to),
      ),
    )
  return row?.count ?? 0
}

const ofStatus = (column: Parameters<typeof eq>[0], status: string | undefined): SQL | undefined =>
  status === undefined ? undefined : sql`${column} = ${status}`
