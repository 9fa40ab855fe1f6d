import { dayKeyIn, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'

/** `endsAt` is the first instant at which a link leads nowhere: people think of the day before it. */
export const lastDayOf = (endsAt: Date) => new Date(endsAt.getTime() - 1)

type Days = { firstDay: string; lastDay: string }
type Instants = { startsAt: Date | null; endsAt: Date | null }

/** Days of the platform's calendar, as `YYYY-MM-DD`; empty where there is no limit. */
export function daysOf({ startsAt, endsAt }: Instants, timeZone: string): Days {
  return {
    firstDay: startsAt ? dayKeyIn(timeZone, startsAt) : '',
    lastDay: endsAt ? dayKeyIn(timeZone, lastDayOf(endsAt)) : '',
  }
}

/** A day that nobody changed keeps its instant, which may be any hour where a program set it. */
export function instantsOf(days: Days, before: Instants, timeZone: string): Instants {
  const known = daysOf(before, timeZone)
  const startOf = (day: string) => (day === '' ? null : startOfDayKeyIn(timeZone, day))
  const start = startOf(days.lastDay)
  return {
    startsAt: days.firstDay === known.firstDay ? before.startsAt : startOf(days.firstDay),
    endsAt: days.lastDay === known.lastDay ? before.endsAt : start && shiftDaysIn(timeZone, start, 1),
  }
}
