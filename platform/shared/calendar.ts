import { type TZDate, TZDateMini, tzOffset } from '@date-fns/tz'

/** One zone has several names: Europe/Kyiv and Europe/Kiev, UTC and Etc/UTC. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || canonicalName(one) === canonicalName(other)
}

const canonicalNames = new Map<string, string>()

function canonicalName(timeZone: string): string {
  const known = canonicalNames.get(timeZone)
  if (known !== undefined) return known
  const name = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  if (canonicalNames.size < mostKnown) canonicalNames.set(timeZone, name)
  return name
}

const dayMs = 86_400_000
const mostKnown = 20_000

/** Offsets by zone and UTC day; null of a day on which the clocks were changed. */
const offsets = new Map<string, number | null>()

/**
 * Milliseconds that the clocks of `zone` are ahead of UTC. A list asks for each of its rows, and asking the platform took
 * longer than all else that is done for a row: of a whole day without a change of the clocks it is known from then on.
 */
function offsetIn(zone: string, at: number): number {
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

/** What the clocks of `zone` show at that time, in the UTC fields of a Date. */
const shownIn = (zone: string, at: Date) => new Date(at.getTime() + offsetIn(zone, at.getTime()))

/** The midnight that clocks show as `shown`; undefined where they were changed about then, which the library knows. */
function midnightIn(zone: string, shown: number): Date | undefined {
  const offset = offsetIn(zone, shown - offsetIn(zone, shown))
  const at = shown - offset
  return offsetIn(zone, at) === offset && offsetIn(zone, at - 1) === offset ? new Date(at) : undefined
}

/** `zone` is an IANA name; every function works on that zone's calendar, DST included. */
export function startOfDayIn(zone: string, at: Date): Date {
  const known = midnightIn(zone, shownIn(zone, at).setUTCHours(0, 0, 0, 0))
  return known ?? midnightOf(new TZDateMini(at.getTime(), zone))
}

export function startOfMonthIn(zone: string, at: Date): Date {
  const shown = shownIn(zone, at)
  shown.setUTCDate(1)
  const known = midnightIn(zone, shown.setUTCHours(0, 0, 0, 0))
  if (known) return known
  const local = new TZDateMini(at.getTime(), zone)
  local.setDate(1)
  return midnightOf(local)
}

function midnightOf(local: TZDate): Date {
  return new Date(local.setHours(0, 0, 0, 0))
}

/** Counted back from `at`, not looked up by the clock's reading: an hour that comes twice a year is two hours. */
export function startOfHourIn(zone: string, at: Date): Date {
  const shown = shownIn(zone, at)
  const intoHourMs = (shown.getUTCMinutes() * 60 + shown.getUTCSeconds()) * 1000 + shown.getUTCMilliseconds()
  return new Date(at.getTime() - intoHourMs)
}

/** Start of the day `days` calendar days away (negative = earlier). */
export function shiftDaysIn(zone: string, at: Date, days: number): Date {
  const known = midnightIn(zone, shownIn(zone, at).setUTCHours(0, 0, 0, 0) + days * dayMs)
  if (known) return known
  const local = new TZDateMini(at.getTime(), zone)
  local.setHours(0, 0, 0, 0)
  local.setDate(local.getDate() + days)
  // A day that begins at 01:00, because its midnight was left out, would hand its hour on.
  return midnightOf(local)
}

/** `YYYY-MM-DD` of the day that `at` falls on in `zone`. */
export function dayKeyIn(zone: string, at: Date): string {
  const shown = shownIn(zone, at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(shown.getUTCFullYear()).padStart(4, '0')}-${two(shown.getUTCMonth() + 1)}-${two(shown.getUTCDate())}`
}

/** "2026-10-31 20:13:21" as clocks in `zone` show it, which spreadsheets read as a date. */
export function dateTimeTextIn(zone: string, at: Date): string {
  return `${dayKeyIn(zone, at)} ${shownIn(zone, at).toISOString().slice(11, 19)}`
}

/** 0–23, as the clocks show it there. */
export function hourOfDayIn(zone: string, at: Date): number {
  return shownIn(zone, at).getUTCHours()
}

/** When clocks show `minutes` after midnight of the day `YYYY-MM-DD`; where twice or never, as the library settles it. */
export function instantIn(zone: string, day: string, minutes: number): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const shown = Date.UTC(year, month - 1, date, 0, minutes)
  const offset = offsetIn(zone, shown - dayMs)
  if (offset === offsetIn(zone, shown + dayMs)) return new Date(shown - offset)
  return new Date(new TZDateMini(year, month - 1, date, Math.floor(minutes / 60), minutes % 60, zone).getTime())
}

/** First instant of the day `YYYY-MM-DD` in `zone`; of the next day, where the zone left this one out. */
export function startOfDayKeyIn(zone: string, day: string): Date {
  // Noon UTC falls on the day before or after only in zones beyond ±12 hours.
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

/** How long ago `from` was, in the console's four labels; a moment ahead of `now` (clocks differ) counts as just now. */
export function relativeTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'Just now'
  if (elapsedMs < HOUR_MS) return `${Math.floor(elapsedMs / MINUTE_MS)}m ago`
  if (elapsedMs < DAY_MS) return `${Math.floor(elapsedMs / HOUR_MS)}h ago`
  return `${Math.floor(elapsedMs / DAY_MS)}d ago`
}

const spoken = new Intl.RelativeTimeFormat('en')

/** The same within a sentence: "just now", "2 minutes ago". */
export function spokenTime(from: Date, now: Date): string {
  const elapsedMs = now.getTime() - from.getTime()
  if (elapsedMs < MINUTE_MS) return 'just now'
  if (elapsedMs < HOUR_MS) return spoken.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute')
  if (elapsedMs < DAY_MS) return spoken.format(-Math.floor(elapsedMs / HOUR_MS), 'hour')
  return spoken.format(-Math.floor(elapsedMs / DAY_MS), 'day')
}
