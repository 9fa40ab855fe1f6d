import type { MerchantScope } from '@quaff/features/sessions/server'
import {
  comparedWindow,
  isOnRecord,
  type Services,
  shiftDaysIn,
  startOfDayIn,
  startOfHourIn,
} from '@quaff/platform/server'
import { findUncountedUsage, type HourCount, listHours } from './hour-store'

export type RedemptionFigures = {
  today: number
  /** From the first hour of today up to the current one. */
  hours: number[]
  /** The same part of the compared day as of today. Null if that is not fully recorded. */
  before: number | null
  /** Every hour of the whole compared day. Null if it is not fully recorded. */
  hoursBefore: number[] | null
  recordedSince: Date | null
  last30Days: number
  week: RedemptionWeek
}

/** Seven days, oldest first; the last one is today so far. */
type RedemptionWeek = {
  days: number[]
  /** The seven days before, whole. Null if they are not fully recorded. */
  daysBefore: number[] | null
  /** Their sum, with as much of the last day as has passed today. */
  totalBefore: number | null
}

const hourMs = 3_600_000

type Reading = Pick<Services, 'db' | 'clock' | 'settings'>
type Compared = { comparedDaysAgo: number }

/** Counts completed redemptions from hour counters. Compares with the day `comparedDaysAgo` days before today. */
export async function readRedemptionFigures(
  services: Reading,
  scope: MerchantScope,
  compared: Compared,
): Promise<RedemptionFigures> {
  const { figures, rows } = await readHours(services, scope, compared, (startOf) => [[startOf(29), startOf(-1)]])
  return { ...figures, last30Days: sum(rows), week: weekOf(services, figures, rows) }
}

export type DayFigures = Omit<RedemptionFigures, 'last30Days' | 'week'>

/** Returns the same without the month, and reads only the hours of today and the compared day. */
export async function readDayFigures(services: Reading, scope: MerchantScope, compared: Compared): Promise<DayFigures> {
  const { comparedDaysAgo: ago } = compared
  const { figures } = await readHours(services, scope, compared, (startOf) => [
    [startOf(ago), startOf(ago - 1)],
    [startOf(0), startOf(-1)],
  ])
  return figures
}

const weekDays = 7

function weekOf({ clock, settings }: Reading, { before, recordedSince }: DayFigures, rows: readonly HourCount[]) {
  const startOf: StartOf = (daysAgo) => shiftDaysIn(settings.timeZone, clock.now(), -daysAgo)
  const daysFrom = (first: number) =>
    Array.from({ length: weekDays }, (_, index) => {
      const [from, to] = [startOf(first - index), startOf(first - index - 1)]
      return sum(rows.filter(({ hour }) => hour >= from && hour < to))
    })
  const first = 2 * weekDays - 1
  const isKnown = isOnRecord(settings.timeZone, { from: startOf(first) }, recordedSince)
  const daysBefore = isKnown ? daysFrom(first) : null
  const totalBefore =
    daysBefore && before !== null ? daysBefore.slice(0, -1).reduce((all, one) => all + one, before) : null
  return { days: daysFrom(weekDays - 1), daysBefore, totalBefore }
}

type StartOf = (daysAgo: number) => Date

async function readHours(
  { db, clock, settings }: Reading,
  scope: MerchantScope,
  { comparedDaysAgo }: Compared,
  windowsOf: (startOf: StartOf) => [from: Date, to: Date][],
): Promise<{ figures: DayFigures; rows: HourCount[] }> {
  const now = clock.now()
  const startOf: StartOf = (daysAgo) => shiftDaysIn(settings.timeZone, now, -daysAgo)
  const today = startOfDayIn(settings.timeZone, now)
  const currentHour = startOfHourIn(settings.timeZone, now)
  const window = { from: today, to: startOf(-1) }
  const compared = comparedWindow(settings.timeZone, window, now, comparedDaysAgo)
  const comparedHour = startOfHourIn(settings.timeZone, compared.to)
  const nextHour = new Date(currentHour.getTime() + hourMs)
  const [{ inPart, firstHour }, ...parts] = await Promise.all([
    findUncountedUsage(db, scope, { from: comparedHour, to: compared.to }),
    ...windowsOf(startOf).map(([from, to]) => listHours(db, scope, from, to < nextHour ? to : nextHour)),
  ])
  const rows = parts.flat()
  const isKnown = isOnRecord(settings.timeZone, compared, firstHour)
  const lastHourBefore = new Date(startOf(comparedDaysAgo - 1).getTime() - hourMs)
  const sumBetween = (from: Date, to: Date) => sum(rows.filter(({ hour }) => hour >= from && hour < to))
  const figures = {
    today: sum(rows.filter(({ hour }) => hour >= today)),
    hours: spread(rows, today, currentHour),
    before: isKnown ? sumBetween(compared.from, comparedHour) + inPart : null,
    hoursBefore: isKnown ? spread(rows, compared.from, lastHourBefore) : null,
    recordedSince: firstHour,
  }
  return { figures, rows }
}

const sum = (rows: readonly HourCount[]) => rows.reduce((all, { count }) => all + count, 0)

function spread(rows: readonly HourCount[], from: Date, lastHour: Date) {
  const hours = Array.from({ length: Math.round((lastHour.getTime() - from.getTime()) / hourMs) + 1 }, () => 0)
  for (const { hour, count } of rows) {
    const index = Math.floor((hour.getTime() - from.getTime()) / hourMs)
    if (index in hours) hours[index] = (hours[index] ?? 0) + count
  }
  return hours
}
