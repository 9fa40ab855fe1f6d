import { z } from 'zod'
import { heatCells, recordedPart } from '@quaff/features/redemptions/insights-rules'
import { findFirstHour } from '@quaff/features/redemptions/server'
import { batchReads, type Context, type Queryable, refuse } from '@quaff/platform/server'
import type { RangeWindow } from '../range-contract'
import { type DayRange, todayIn } from '../range-rules'
import { analyticsRefusals } from '../refusals'
import {
  type Cohort,
  type Cohorts,
  type CohortsInput,
  cohortsSchema,
  type Drinks,
  type DrinksInput,
  drinksSchema,
  type Heat,
  type HeatInput,
} from '../usage-contract'
import { cohortTable, isOnePart, shiftMonth, startMonths, startOfMonthKeyIn } from '../usage-rules'
import { readRecord } from './get-overview'
import { type OpenedRange, openRange } from './open-range'
import { readSnapshot } from './refresh-analytics'
import {
  countRedeemers,
  countHours,
  countQuartersOfPlan,
  countStarts,
  countWithoutPerson,
  type ReadScope,
} from './usage-store'

const cachedCohortsSchema = cohortsSchema.pick({ cohorts: true })

/** Returns the months up to now, regardless of the range of the other figures. */
export async function getCohorts(ctx: Context, input: CohortsInput): Promise<Cohorts> {
  const today = todayIn(ctx.settings.timeZone, ctx.clock.now())
  const opened = await openRange(ctx, { ...input, from: today, to: today })
  const { scope, planId, timeZone, measured } = opened
  const months = startMonths(timeZone, measured.measuredAt)
  const window = monthsWindow(timeZone, months)
  const read = async () => ({ cohorts: await readCohorts(ctx.db, scope, { timeZone, months, planId }) })
  if (!scope.all) return opened.once(['cohorts'], async () => ({ ...(await read()), ...measured, window }))
  const { data, measuredAt } = await readSnapshot(ctx, cohortsKey(months), cachedCohortsSchema, read)
  return { ...data, timeZone, window, measuredAt }
}

export const cohortsKey = (months: readonly string[]) => `cohorts ${months.at(-1) ?? ''}`

/** First instants of the months, and that after the last. */
function boundsOf(timeZone: string, months: readonly string[]) {
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

/** Limits queries that read single redemptions; longer ranges are added up from parts. @throws PART_TOO_LONG */
function refuseLongPart(days: DayRange) {
  if (!isOnePart(days)) throw refuse(analyticsRefusals, 'PART_TOO_LONG')
}

const cachedDrinksSchema = drinksSchema
  .pick({ counts: true, withoutPerson: true })
  .extend({ recordedSince: z.coerce.date().nullable() })

/** Reads all merchants from the stored snapshot, and a few merchants live. */
export async function getDrinks(ctx: Context, input: DrinksInput): Promise<Drinks> {
  const opened = await openRange(ctx, input)
  const { scope, planId, days, window, measured, timeZone } = opened
  refuseLongPart(days)
  const read = async () =>
    readDrinks(ctx.db, { scope, window, planId, timeZone, recordedSince: await findFirstHour(ctx.db, scope) })
  if (!scope.all) return opened.once(['drinks'], async () => ({ ...(await read()), ...measured }))
  const { data, measuredAt } = await readSnapshot(ctx, drinksKey(days), cachedDrinksSchema, read)
  return { ...data, ...measured, measuredAt }
}

export const drinksKey = ({ from, to }: DayRange) => `drinks ${from} ${to}`

type DrinksQuery = {
  scope: ReadScope
  window: RangeWindow
  planId: string | undefined
  timeZone: string
  recordedSince: Date | null
}

/** Starts at the first day on record: before it, a count of 0 would be a guess. */
export async function readDrinks(
  db: Queryable,
  { scope, window, planId, timeZone, recordedSince }: DrinksQuery,
): Promise<Pick<Drinks, 'counts' | 'withoutPerson' | 'recordedSince'>> {
  const part = recordedPart(timeZone, window, recordedSince)
  if (part.from >= part.to) return { counts: [], withoutPerson: 0, recordedSince }
  const [counts, withoutPerson] = await batchReads(db, (one) =>
    Promise.all([countRedeemers(one, scope, part, planId), countWithoutPerson(one, scope, part, planId)]),
  )
  return { counts, withoutPerson, recordedSince }
}

/** In the platform's zone: several locations share no other. */
export async function getHeat(ctx: Context, input: HeatInput): Promise<Heat> {
  const opened = await openRange(ctx, input)
  const { planId, scope, measured } = opened
  if (planId !== undefined) {
    refuseLongPart(opened.days)
    return opened.once(['heat'], async () =>
      present(ctx, opened, measured.measuredAt, await countQuartersOfPlan(ctx.db, scope, opened.window, planId)),
    )
  }
  return opened.once(['heat'], async () =>
    present(ctx, opened, measured.measuredAt, await countHours(ctx.db, scope, opened.window)),
  )
}

type Counts = Parameters<typeof heatCells>[2]

/** An hour that has not come yet has not taken place. */
async function present(ctx: Context, opened: OpenedRange, measuredAt: Date, counts: Counts): Promise<Heat> {
  const { window, timeZone } = opened
  const { redemptions: recordedSince } = await batchReads(ctx.db, (db) => readRecord(db, opened))
  const to = new Date(Math.min(window.to.getTime() - 1, measuredAt.getTime()))
  return {
    cells: heatCells(timeZone, recordedPart(timeZone, { from: window.from, to }, recordedSince), counts),
    recordedSince,
    window,
    timeZone,
    measuredAt,
  }
}
