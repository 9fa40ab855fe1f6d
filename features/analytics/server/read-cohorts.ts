import type { Queryable } from '@quaff/platform/server/context'
import type { RangeWindow } from '../range/contract'
import type { Cohort } from '../usage/contract'
import { cohortTable, shiftMonth, startOfMonthKeyIn } from '../usage/rules'
import { countStarts } from './cohort-store'
import type { ReadScope } from './read-scope-store'

export const cohortsKey = (months: readonly string[]) => `cohorts ${months.at(-1) ?? ''}`

/** First instants of the months, and that after the last. */
function boundsOf(timeZone: string, months: readonly string[]): Date[] {
  const after = months.slice(-1).map((month) => shiftMonth(month, 1))
  return [...months, ...after].map((month) => startOfMonthKeyIn(timeZone, month))
}

export function monthsWindow(timeZone: string, months: readonly string[]): RangeWindow {
  const bounds = boundsOf(timeZone, months)
  return { from: bounds.at(0) ?? new Date(0), to: bounds.at(-1) ?? new Date(0) }
}

export async function readCohorts(
  db: Queryable,
  scope: ReadScope,
  { timeZone, months, planId }: { timeZone: string; months: readonly string[]; planId: string | undefined },
): Promise<Cohort[]> {
  return cohortTable(months, await countStarts(db, scope, boundsOf(timeZone, months), planId))
}
