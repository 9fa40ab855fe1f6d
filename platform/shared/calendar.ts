import { type TZDate, TZDateMini, tzOffset } from '@date-fns/tz'

/** Compares zones by their canonical names: Europe/Kyiv and Europe/Kiev, UTC and Etc/UTC. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalName(one) === canonicalName(other)
}

const canonicalNames = new Map<string, string>()

function canonicalName(timeZone: string) {
  const known = canonicalNames.get(timeZone)
  if (known !== undefined) return known
  const name = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  if (canonicalNames.size < mostKnown) canonicalNames.set(timeZone, name)
  return name
}

const dayMs = 86_400_000
const mostKnown = 20_000

/** Offsets by zone and UTC day; null for a day with a clock change. */
const offsets = new Map<string, number | null>()

/**
 * Returns the milliseconds by which `zone` is ahead of UTC. Cached for days without a clock change, because lists call
 * this for each row and `Intl` is slow.
 */
function offsetIn(zone: string, at: number) {
  const day = Math.floor(at / dayMs)
  const key = `${zone} ${day}`
  let known = offsets.get(key)
  if (known === undefined) {
    const first = readOffset(zone, day * dayMs)
    known = first === readOffset(zone, (day + 1) * dayMs - 1) ? first : null
    if (offsets.size >= mostKnown) offsets.clear()
    offsets.set(key, known)
  }
  return known ?? readOffset(zone, at)
}

const readOffset = (zone: string, at: number) => tzOffset(zone, new Date(at)) * 60_000

/** Returns the local time of `zone` in the UTC fields of a Date. */
export const localAsUtc = (zone: string, at: Date) => new Date(at.getTime() + offsetIn(zone, at.getTime()))

/**
 * Returns the midnight with the local time `shown`. Returns undefined near a clock change, which the library handles.
 */
function midnightIn(zone: string, shown: number) {
  const offset = offsetIn(zone, shown - offsetIn(zone, shown))
  const at = shown - offset
  return offsetIn(zone, at) === offset && offsetIn(zone, at - 1) === offset ? new Date(at) : undefined
}

/** `zone` is an IANA name; every function works on that zone's calendar, DST included. */
export function startOfDayIn(zone: string, at: Date): Date {
  const known = midnightIn(zone, localAsUtc(zone, at).setUTCHours(0, 0, 0, 0))
  return known ?? midnightOf(new TZDateMini(at.getTime(), zone))
}

export function startOfMonthIn(zone: string, at: Date): Date {
  const shown = localAsUtc(zone, at)
  shown.setUTCDate(1)
  const known = midnightIn(zone, shown.setUTCHours(0, 0, 0, 0))
  if (known) return known
  const local = new TZDateMini(at.getTime(), zone)
  local.setDate(1)
  return midnightOf(local)
}

function midnightOf(local: TZDate) {
  return new Date(local.setHours(0, 0, 0, 0))
}

/** Subtracts from `at` instead of using the local time: an hour that a clock change repeats counts as two hours. */
export function startOfHourIn(zone: string, at: Date): Date {
  const shown = localAsUtc(zone, at)
  const intoHourMs = (shown.getUTCMinutes() * 60 + shown.getUTCSeconds()) * 1000 + shown.getUTCMilliseconds()
  return new Date(at.getTime() - intoHourMs)
}

/** Returns the start of the day `days` calendar days away (negative = earlier). */
export function shiftDaysIn(zone: string, at: Date, days: number): Date {
  const known = midnightIn(zone, localAsUtc(zone, at).setUTCHours(0, 0, 0, 0) + days * dayMs)
  if (known) return known
  const local = new TZDateMini(at.getTime(), zone)
  local.setHours(0, 0, 0, 0)
  local.setDate(local.getDate() + days)
  // A day without a midnight begins at 01:00. Its hour must not carry over.
  return midnightOf(local)
}

/** Returns the day of `at` in `zone` as `YYYY-MM-DD`. */
export function dayKeyIn(zone: string, at: Date): string {
  const shown = localAsUtc(zone, at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(shown.getUTCFullYear()).padStart(4, '0')}-${two(shown.getUTCMonth() + 1)}-${two(shown.getUTCDate())}`
}

/** Returns the local time in `zone` as "2026-10-31 20:13:21", which spreadsheets read as a date. */
export function dateTimeTextIn(zone: string, at: Date): string {
  return `${dayKeyIn(zone, at)} ${localAsUtc(zone, at).toISOString().slice(11, 19)}`
}

/** Returns the local hour, 0–23. */
export function hourOfDayIn(zone: string, at: Date): number {
  return localAsUtc(zone, at).getUTCHours()
}

/**
 * Returns the instant that is `minutes` after local midnight of the day `YYYY-MM-DD`. The library decides about local
 * times that occur twice or never.
 */
export function instantIn(zone: string, day: string, minutes: number): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const shown = Date.UTC(year, month - 1, date, 0, minutes)
  const offset = offsetIn(zone, shown - dayMs)
  if (offset === offsetIn(zone, shown + dayMs)) return new Date(shown - offset)
  return new Date(new TZDateMini(year, month - 1, date, Math.floor(minutes / 60), minutes % 60, zone).getTime())
}

/** Returns the first instant of the day `YYYY-MM-DD`, or of the next day if `zone` skipped this one. */
export function startOfDayKeyIn(zone: string, day: string): Date {
  // Noon UTC is on another local day only in zones beyond ±12 hours.
  const near = startOfDayIn(zone, new Date(`${day}T12:00:00Z`))
  if (dayKeyIn(zone, near) <= day) return near
  const before = shiftDaysIn(zone, near, -1)
  return dayKeyIn(zone, before) < day ? near : before
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]
export const dayNames = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
} as const satisfies Record<Weekday, string>

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Returns the age of `from` as one of the console's four labels. A time after `now` (clock skew) counts as just now.
 */
export function relativeTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'Just now'
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`
}

const spoken = new Intl.RelativeTimeFormat('en')

/** Returns the age for use in a sentence: "just now", "2 minutes ago". */
export function spokenTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'just now'
  if (elapsedMs < HOUR_MS) return spoken.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute')
  if (elapsedMs < DAY_MS) return spoken.format(-Math.floor(elapsedMs / HOUR_MS), 'hour')
  return spoken.format(-Math.floor(elapsedMs / DAY_MS), 'day')
}
