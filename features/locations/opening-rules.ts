import { TZDateMini } from '@date-fns/tz'
import { dayKeyIn, instantIn, weekdays } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Closure, Opening, Schedule, Span } from './contract'
import { minutesOf, spanMinutes } from './hours-rules'

const minutesPerDay = 1_440
const dayMs = 86_400_000
/** How far ahead the next opening is searched: a location may close for a season. */
const horizonDays = 370
/** Open this long without a break means always open. */
const alwaysOpenDays = 8

type Interval = { start: number; end: number }

/** Returns the opening state at `now` and its next change, in the location's own zone. */
export function openingAt(schedule: Schedule, now: Date): Opening {
  const { week, timeZone } = schedule
  if (!week) return { status: 'unknown', until: null, opensAt: null, reason: null }
  const today = dayKeyIn(timeZone, now)
  const at = now.getTime()
  if (intervalsNear(schedule, today).some((interval) => isWithin(interval, at)))
    return { status: 'open', until: endOfOpening(schedule, today, at), opensAt: null, reason: null }
  const opensAt = nextOpening(schedule, today, at)
  const closure = closureOn(schedule.closures, today)
  if (closure) return { status: 'closure', until: null, opensAt, reason: closure.reason || null }
  return { status: 'closed', until: null, opensAt, reason: null }
}

export type VenueOpening = {
  open: number
  /** Locations with known hours. */
  known: number
  unknown: number
  /** The location that closes last; of closed ones, the one that opens first. */
  lead: { opening: Opening; schedule: Schedule }
}

/** Returns the state of all locations, each in its own zone. Null if no hours are known. */
export function venueOpening(schedules: readonly Schedule[], now: Date): VenueOpening | null {
  const known = schedules
    .map((schedule) => ({ schedule, opening: openingAt(schedule, now) }))
    .filter(({ opening }) => opening.status !== 'unknown')
  const open = known.filter(({ opening }) => opening.status === 'open')
  const changeAt = ({ opening: { until, opensAt } }: { opening: Opening }) =>
    (until ?? opensAt)?.getTime() ?? Number.POSITIVE_INFINITY
  const inOrder = (open.length > 0 ? open : known).toSorted((one, other) => changeAt(one) - changeAt(other) || 0)
  const lead = open.length > 0 ? inOrder.at(-1) : inOrder[0]
  return lead ? { open: open.length, known: known.length, unknown: schedules.length - known.length, lead } : null
}

/** Null where the hours are not known; a closure of that day is a fact even then. */
export function isOpenAt(schedule: Schedule, at: Date): boolean | null {
  if (!schedule.week && schedule.closures.length === 0) return null
  const day = dayKeyIn(schedule.timeZone, at)
  if (!schedule.week) return closureOn(schedule.closures, day) ? false : null
  return intervalsNear(schedule, day).some((interval) => isWithin(interval, at.getTime()))
}

const known = new WeakMap<Schedule, Map<string, Interval[]>>()

/** Includes the neighbouring days, because last night's span may still be open. Cached because long lists call it per row. */
function intervalsNear(schedule: Schedule, day: string) {
  const ofDays = known.get(schedule) ?? new Map<string, Interval[]>()
  known.set(schedule, ofDays)
  const intervals = ofDays.get(day) ?? [-1, 0, 1].flatMap((days) => intervalsOf(schedule, shiftDay(day, days)))
  ofDays.set(day, intervals)
  return intervals
}

const isWithin = ({ start, end }: Interval, at: number) => start <= at && at < end

export function closureOn(closures: readonly Closure[], day: string): Closure | undefined {
  return closures.find(({ from, to }) => from <= day && day <= to)
}

/** Openings that begin on `day`. One that began the evening before a closure still ends as usual. */
function intervalsOf({ week, closures, timeZone }: Schedule, day: string) {
  const spans = week?.[weekdayOf(day)] ?? []
  if (spans.length === 0 || closureOn(closures, day)) return []
  return spans.map((span) => intervalOf(span, day, timeZone)).filter(({ start, end }) => start < end)
}

/** Wall-clock times: on a day with a clock change an opening is as much longer or shorter. */
function intervalOf(span: Span, day: string, timeZone: string): Interval {
  const closesAfter = minutesOf(span.open) + spanMinutes(span)
  const lastDay = shiftDay(day, Math.floor(closesAfter / minutesPerDay))
  return {
    start: instantIn(timeZone, day, minutesOf(span.open)).getTime(),
    end: instantIn(timeZone, lastDay, closesAfter % minutesPerDay).getTime(),
  }
}

function endOfOpening(schedule: Schedule, today: string, at: number) {
  let end = at
  for (let days = -1; days <= alwaysOpenDays; days += 1) {
    const intervals = intervalsOf(schedule, shiftDay(today, days)).sort((a, b) => a.start - b.start)
    for (const interval of intervals) if (isWithin(interval, end)) end = interval.end
  }
  return end - at > (alwaysOpenDays - 1) * dayMs ? null : new Date(end)
}

function nextOpening(schedule: Schedule, today: string, at: number) {
  if (weekdays.every((day) => (schedule.week?.[day] ?? []).length === 0)) return null
  for (let days = 0; days <= horizonDays; days += 1) {
    const starts = intervalsOf(schedule, shiftDay(today, days))
      .map(({ start }) => start)
      .filter((start) => start > at)
    if (starts.length > 0) return new Date(Math.min(...starts))
  }
  return null
}

/** `YYYY-MM-DD` moved by whole days on the plain calendar, which has no clock changes. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

export function weekdayOf(day: string) {
  // Sunday is 0 in a Date and last in ours.
  return weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'mon'
}

const longNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Open until 19:00", "Opens at 07:00 tomorrow", "Closed today: Inventory, opens Mon 07:00", in the place's own zone. */
export function openingText(opening: Opening, schedule: Schedule, now: Date): string {
  switch (opening.status) {
    case 'unknown':
      return 'Hours not set'
    case 'open':
      return opening.until ? `Open until ${moment(opening.until, schedule, now)}` : 'Open around the clock'
    case 'closed':
      return opening.opensAt ? `Opens at ${moment(opening.opensAt, schedule, now)}` : 'Closed'
    case 'closure': {
      const closed = `Closed today${opening.reason ? `: ${isolated(opening.reason)}` : ''}`
      return opening.opensAt ? `${closed}. Opens at ${moment(opening.opensAt, schedule, now)}` : closed
    }
  }
}

function moment(at: Date, { timeZone }: Schedule, now: Date) {
  const local = new TZDateMini(at.getTime(), timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = `${two(local.getHours())}:${two(local.getMinutes())}`
  const today = dayKeyIn(timeZone, now)
  const day = dayKeyIn(timeZone, at)
  if (day === today) return time
  if (day === shiftDay(today, 1)) return `${time} tomorrow`
  if (day < shiftDay(today, 7)) return `${time} on ${longNames[local.getDay()] ?? ''}`
  return `${time} on ${months[local.getMonth()] ?? ''} ${local.getDate()}`
}
