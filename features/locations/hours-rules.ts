import { dayNames, type Weekday, weekdays } from '@quaff/platform/shared/calendar'
import { isRecord } from '@quaff/platform/shared/documents/document-values'
import { locationLimits, type Span, type Week } from './contract'

export const longDayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const satisfies Record<Weekday, string>

const minutesPerDay = 1_440
const minutesPerWeek = 7 * minutesPerDay

/** Keys under which imported documents hold more than one day. */
const dayGroups = new Map<string, readonly Weekday[]>([
  ['weekdays', ['mon', 'tue', 'wed', 'thu', 'fri']],
  ['weekend', ['sat', 'sun']],
  ['daily', weekdays],
])

export type ReadHours = { week: Week | null; text: string | null }

/** Stored hours in any shape: as a week when they can be read, else as text to show; both null when there are none. */
export function readHours(value: unknown): ReadHours {
  if (value === undefined || value === null || value === '') return { week: null, text: null }
  const week = isRecord(value) ? readWeek(value) : null
  return week ? { week, text: null } : { week: null, text: hoursAsText(value) }
}

function readWeek(value: Record<string, unknown>) {
  const week: Week = {}
  for (const [key, stored] of Object.entries(value)) {
    const days = daysOf(key)
    const spans = readSpans(stored)
    if (!days || !spans) return null
    for (const day of days) week[day] = spans
  }
  return week
}

function daysOf(key: string): readonly Weekday[] | undefined {
  const name = key.trim().toLowerCase()
  const day = weekdays.find((one) => name === one || name === longDayNames[one].toLowerCase())
  return day ? [day] : dayGroups.get(name)
}

function readSpans(value: unknown) {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return parseSpans(value)
  if (!Array.isArray(value)) return null
  const spans: Span[] = []
  for (const one of value) {
    const span = isRecord(one) ? readSpan(one.open, one.close) : null
    if (!span) return null
    spans.push(span)
  }
  return spans
}

const longestDay = 200
const spanText = /^(\d{1,2}:\d{2})\s*[-–—]\s*(\d{1,2}:\d{2})$/

/** `07:00-12:00, 13:00–19:00`; nothing and `closed` are no opening. Null for anything else. */
export function parseSpans(text: string): Span[] | null {
  const typed = text.trim().toLowerCase()
  // No real day is longer; searching spans in a long run of blanks would be slow.
  if (typed.length > longestDay) return null
  if (typed === '' || typed === 'closed') return []
  const spans: Span[] = []
  for (const part of typed.replaceAll(/\s*([-–—])\s*/g, '$1').split(/[\s,;]+/)) {
    const [, open, close] = spanText.exec(part) ?? []
    const span = readSpan(open, close)
    if (!span) return null
    spans.push(span)
  }
  return spans
}

function readSpan(open: unknown, close: unknown): Span | null {
  const from = readTime(open)
  const to = readTime(close)
  return from === null || to === null || from === '24:00' ? null : { open: from, close: to }
}

function readTime(value: unknown) {
  if (typeof value !== 'string') return null
  const time = value.trim().padStart('00:00'.length, '0')
  return /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(time) ? time : null
}

function hoursAsText(value: unknown) {
  if (typeof value === 'string') return value
  return isRecord(value)
    ? Object.entries(value)
        .map(([key, part]) => `${key}: ${typeof part === 'string' ? part : JSON.stringify(part)}`)
        .join(', ')
    : JSON.stringify(value)
}

/** Minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A close at or before the open lies on the next day, so equal times are around the clock. */
export function spanMinutes({ open, close }: Span): number {
  const minutes = minutesOf(close) - minutesOf(open)
  return minutes > 0 ? minutes : minutes + minutesPerDay
}

/** `Mon–Fri 07:00–19:00, Sat 08:00–16:00, Sun closed`. */
export function hoursSentence(week: Week): string {
  const groups: { from: Weekday; to: Weekday; text: string }[] = []
  for (const day of weekdays) {
    const text = spansText(week[day] ?? [])
    const last = groups.at(-1)
    if (last?.text === text) last.to = day
    else groups.push({ from: day, to: day, text })
  }
  const [only] = groups
  if (groups.length === 1 && only) return only.text === 'closed' ? 'Closed all week' : `Daily ${only.text}`
  return groups
    .map(({ from, to, text }) => `${from === to ? dayNames[from] : `${dayNames[from]}–${dayNames[to]}`} ${text}`)
    .join(', ')
}

export function spansText(spans: readonly Span[]): string {
  if (spans.length === 0) return 'closed'
  return sorted(spans)
    .map((span) => (spanMinutes(span) === minutesPerDay ? 'open 24 hours' : `${span.open}–${span.close}`))
    .join(' and ')
}

const sorted = (spans: readonly Span[]) => [...spans].sort((a, b) => minutesOf(a.open) - minutesOf(b.open))

/** `field` is a path like `hours.mon.0`. */
export type FieldError = { field: string; message: string }

/** Overlaps, past midnight into the next day and from Sunday into Monday included; blamed on the later opening. */
export function checkHours(week: Week): FieldError[] {
  const errors: FieldError[] = []
  const placed = weekdays.flatMap((day, number) =>
    (week[day] ?? []).map((span, index) => ({
      day,
      field: `hours.${day}.${index}`,
      span,
      start: number * minutesPerDay + minutesOf(span.open),
      length: spanMinutes(span),
    })),
  )
  for (const day of weekdays) {
    if ((week[day] ?? []).length > locationLimits.spansPerDay)
      errors.push({ field: `hours.${day}`, message: `At most ${locationLimits.spansPerDay} openings a day` })
  }
  for (const later of placed) {
    const other = placed.find(
      (one) =>
        one !== later &&
        isInside(one, later) &&
        !(one.start === later.start && placed.indexOf(one) > placed.indexOf(later)),
    )
    if (other)
      errors.push({
        field: later.field,
        message: `Overlaps ${dayNames[other.day]} ${other.span.open}–${other.span.close}`,
      })
  }
  return errors
}

function isInside(one: { start: number; length: number }, later: { start: number }) {
  return (later.start - one.start + minutesPerWeek) % minutesPerWeek < one.length
}
