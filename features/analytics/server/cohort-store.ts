import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { runningStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { StartGroup } from '../usage/rules'
import { readWhere, type ReadScope } from './read-scope-store'

/**
 * Subscriptions by the month of their start and of their end. `bounds`: the first instants of the months, and that
 * after the last; asked by the database's own zones, a month could begin elsewhere than on the platform's calendar.
 */
export async function countStarts(
  db: Queryable,
  scope: ReadScope,
  bounds: readonly Date[],
  planId: string | undefined,
): Promise<StartGroup[]> {
  const [first, last] = [bounds.at(0), bounds.at(-1)]
  if (!first || !last) return []
  const months = sql`${sql.param(bounds.map((bound) => bound.toISOString()))}::timestamptz[]`
  const isRunning = inArray(subscriptions.status, [...runningStatuses])
  return db
    .select({
      startMonth: sql<number>`width_bucket(${subscriptions.createdAt}, ${months}) - 1`,
      endMonth: sql<number | null>`case when ${isRunning} then null
        else width_bucket(${subscriptions.updatedAt}, ${months}) - 1 end`,
      count: sql<number>`count(*)::int`,
    })
    .from(subscriptions)
    .where(
      and(
        readWhere(scope, subscriptions.merchantId),
        planId === undefined ? undefined : eq(subscriptions.planId, planId),
        gte(subscriptions.createdAt, first),
        lt(subscriptions.createdAt, last),
      ),
    )
    .groupBy(sql`1`, sql`2`)
}
