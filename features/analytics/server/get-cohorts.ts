import type { Context, Queryable } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { RangeWindow } from '../range-contract'
import { type DayRange, todayIn } from '../range-rules'
import { analyticsRefusals } from '../refusals'
import { type Cohort, type Cohorts, type CohortsInput, cohortsSchema } from '../usage-contract'
import { cohortTable, isOnePart, shiftMonth, startMonths, startOfMonthKeyIn } from '../usage-rules'
import { openRange } from './open-range'
import { readSnapshot } from './refresh-analytics'
import { countStarts, type ReadScope } from './usage-store'

const keptSchema = cohortsSchema.pick({ cohorts: true })

/** The months up to now, whatever the range of the other figures. */
export async function getCohorts(ctx: Context, input: CohortsInput): Promise<Cohorts> {
  const today = todayIn(ctx.settings.timeZone, ctx.clock.now())
  const opened = await openRange(ctx, { ...input, from: today, to: today })
  const { scope, planId, timeZone, measured } = opened
  const months = startMonths(timeZone, measured.measuredAt)
  const window = monthsWindow(timeZone, months)
  const read = async () => ({ cohorts: await readCohorts(ctx.db, scope, { timeZone, months, planId }) })
  if (!scope.all) return opened.once(['cohorts'], async () => ({ ...(await read()), ...measured, window }))
  const { data, measuredAt } = await readSnapshot(ctx, cohortsKey(months), keptSchema, read)
  return { ...data, timeZone, window, measuredAt }
}

export const cohortsKey = (months: readonly string[]) => `cohorts ${months.at(-1) ?? ''}`

/** First instants of the months, and that after the last. */
function boundsOf(timeZone: string, months: readonly string[]): Date[] {
  const after = months.slice(-1).map((month) => shiftMonth(month, 1))
  return [...months, ...after].map((month) => startOfMonthKeyIn(timeZone, month))
}

function monthsWindow(timeZone: string, months: readonly string[]): RangeWindow {
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

/** What reads redemptions one by one answers for so many days only; who asks for more adds parts up. */
export function refuseLongPart(days: DayRange): void {
  if (!isOnePart(days)) throw refuse(analyticsRefusals, 'PART_TOO_LONG')
}
