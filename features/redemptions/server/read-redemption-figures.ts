import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Services } from '@quaff/platform/server/context'
import { shiftDaysIn, startOfDayIn, startOfHourIn } from '@quaff/platform/shared/calendar'
import { comparedWindow, isOnRecord } from '@quaff/platform/shared/windows/comparison'
import { findUsageAside, listHours } from './hour-store'
import type { HourCount } from './hour-store'

export type RedemptionFigures = {
  today: number
  /** From the first hour of today up to the current one. */
  hours: number[]
  /** As much of the compared day as has passed of today; null where not all of it is on record. */
  before: number | null
  /** Each hour of all of the compared day; null where not all of it is on record. */
  hoursBefore: number[] | null
  recordedSince: Date | null
  last30Days: number
}

const hourMs = 3_600_000

/** Completed redemptions, from the hour counters; compared with the day `comparedDaysAgo` days before today. */
export async function readRedemptionFigures(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  scope: MerchantScope,
  { comparedDaysAgo }: { comparedDaysAgo: number },
): Promise<RedemptionFigures> {
  const now = clock.now()
  const startOf = (daysAgo: number) => shiftDaysIn(settings.timeZone, now, -daysAgo)
  const today = startOfDayIn(settings.timeZone, now)
  const currentHour = startOfHourIn(settings.timeZone, now)
  const window = { from: today, to: startOf(-1) }
  const compared = comparedWindow(settings.timeZone, window, now, comparedDaysAgo)
  const comparedHour = startOfHourIn(settings.timeZone, compared.to)
  const [rows, { inPart, firstHour }] = await Promise.all([
    listHours(db, scope, startOf(29), new Date(currentHour.getTime() + hourMs)),
    findUsageAside(db, scope, { from: comparedHour, to: compared.to }),
  ])
  const isKnown = isOnRecord(settings.timeZone, compared, firstHour)
  const lastHourBefore = new Date(startOf(1 - comparedDaysAgo).getTime() - hourMs)
  const sumBetween = (from: Date, to: Date) => sum(rows.filter(({ hour }) => hour >= from && hour < to))
  return {
    today: sum(rows.filter(({ hour }) => hour >= today)),
    hours: spread(rows, today, currentHour),
    before: isKnown ? sumBetween(compared.from, comparedHour) + inPart : null,
    hoursBefore: isKnown ? spread(rows, compared.from, lastHourBefore) : null,
    recordedSince: firstHour,
    last30Days: sum(rows),
  }
}

const sum = (rows: readonly HourCount[]) => rows.reduce((all, { count }) => all + count, 0)

function spread(rows: readonly HourCount[], from: Date, lastHour: Date): number[] {
  const hours = Array.from({ length: Math.round((lastHour.getTime() - from.getTime()) / hourMs) + 1 }, () => 0)
  for (const { hour, count } of rows) {
    const index = Math.round((hour.getTime() - from.getTime()) / hourMs)
    if (index in hours) hours[index] = (hours[index] ?? 0) + count
  }
  return hours
}
