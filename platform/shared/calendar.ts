import { TZDate } from '@date-fns/tz'

/** One zone has several names: Europe/Kyiv and Europe/Kiev, UTC and Etc/UTC. */
export function isSameZone(one: string, other: string): boolean {
  const known = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  return one === other || known(one) === known(other)
}

/** `zone` is an IANA name; every function works on that zone's calendar, DST included. */
export function startOfDayIn(zone: string, at: Date): Date {
  return midnightOf(new TZDate(at.getTime(), zone))
}

export function startOfMonthIn(zone: string, at: Date): Date {
  const local = new TZDate(at.getTime(), zone)
  local.setDate(1)
  return midnightOf(local)
}

function midnightOf(local: TZDate): Date {
  return new Date(local.setHours(0, 0, 0, 0))
}

/** Counted back from `at`, not looked up by the clock's reading: an hour that comes twice a year is two hours. */
export function startOfHourIn(zone: string, at: Date): Date {
  const local = new TZDate(at.getTime(), zone)
  const intoHourMs = (local.getMinutes() * 60 + local.getSeconds()) * 1000 + local.getMilliseconds()
  return new Date(at.getTime() - intoHourMs)
}

/** Start of the day `days` calendar days away (negative = earlier). */
export function shiftDaysIn(zone: string, at: Date, days: number): Date {
  const local = new TZDate(at.getTime(), zone)
  local.setHours(0, 0, 0, 0)
  local.setDate(local.getDate() + days)
  // A day that begins at 01:00, because its midnight was left out, would hand its hour on.
  return midnightOf(local)
}

/** `YYYY-MM-DD` of the day that `at` falls on in `zone`. */
export function dayKeyIn(zone: string, at: Date): string {
  const local = new TZDate(at.getTime(), zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`
}

/** 0–23, as the clocks show it there. */
export function hourOfDayIn(zone: string, at: Date): number {
  return new TZDate(at.getTime(), zone).getHours()
}

/** First instant of the day `YYYY-MM-DD` in `zone`; of the next day, where the zone left this one out. */
export function startOfDayKeyIn(zone: string, day: string): Date {
  // Noon UTC falls on the day before or after only in zones beyond ±12 hours.
  const near = startOfDayIn(zone, new Date(`${day}T12:00:00Z`))
  if (dayKeyIn(zone, near) <= day) return near
  const before = shiftDaysIn(zone, near, -1)
  return dayKeyIn(zone, before) < day ? near : before
}
