import { use } from 'react'
import { relativeTime } from '../../shared/calendar'
import { now, useNow } from '../clock'
import { type HourCycle, HourCycleContext } from '../theme/use-preferences'

type Moment = Date | string | number | null | undefined
export type DateTimeStyle = keyof typeof styles

const styles = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  today: { weekday: 'long', month: 'long', day: 'numeric' },
  exact: {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The same without a year, for dates of the current year. */
const yearless = {
  date: { month: 'short', day: 'numeric' },
  datetime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const cycles = { auto: {}, '12h': { hour12: true }, '24h': { hourCycle: 'h23' } } as const satisfies Record<
  HourCycle,
  Intl.DateTimeFormatOptions
>

/** Returns undefined for "never": an empty value, an unreadable one, or the epoch. */
export function toMoment(value: Moment): Date | undefined {
  if (value === null || value === undefined) return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) || moment.getTime() === 0 ? undefined : moment
}

interface DateOptions {
  timeZone?: string
  hourCycle?: HourCycle
  /** Shows the year of dates in the current year too, as on paper. */
  withYear?: boolean
}

/** Formats a time for the screen: "Nov 27" this year, "Nov 27, 2025" in others. */
export function formatDate(value: Date, style: DateTimeStyle, options: DateOptions = {}): string {
  const { hourCycle = 'auto', timeZone, withYear = false } = options
  const isShort = (style === 'date' || style === 'datetime') && !withYear && isThisYear(value, timeZone)
  return formatFor(isShort ? yearless[style] : styles[style], { ...cycles[hourCycle], timeZone }).format(value)
}

/** Formats the days from `from` to `to`: "Oct 29 – Nov 27" this year, with the year in others. */
export function formatDateRange(from: Date, to: Date, { timeZone, withYear = false }: DateOptions = {}): string {
  const isShort = !withYear && isThisYear(from, timeZone) && isThisYear(to, timeZone)
  return formatFor(isShort ? yearless.date : styles.date, { timeZone }).formatRange(from, to)
}

function isThisYear(value: Date, timeZone: string | undefined): boolean {
  const year = formatFor({ year: 'numeric' }, { timeZone })
  return year.format(value) === year.format(now())
}

/** Creating a format is slow, and lists use one for each cell. */
function formatFor(style: Intl.DateTimeFormatOptions, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const all = { ...style, ...options }
  const key = JSON.stringify(all)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, all)
  formats.set(key, format)
  return format
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** "2:00 AM" or "02:00", as the reader's clock shows the start of an hour of the day. */
export function formatHour(hour: number, hourCycle: HourCycle = 'auto'): string {
  return formatDate(hourOnClock(hour), 'time', { timeZone: 'UTC', hourCycle })
}

/** "2a" or "02", for columns that are an hour wide. */
export function formatShortHour(hour: number, hourCycle: HourCycle = 'auto'): string {
  const parts = new Intl.DateTimeFormat(undefined, { hour: 'numeric', ...cycles[hourCycle], timeZone: 'UTC' })
    .formatToParts(hourOnClock(hour))
    .filter(({ type }) => type === 'hour' || type === 'dayPeriod')
  return parts.map(({ type, value }) => (type === 'hour' ? value : value.slice(0, 1).toLowerCase())).join('')
}

const hourOnClock = (hour: number) => new Date(Date.UTC(2000, 0, 1, hour))

export const useHourCycle = (): HourCycle => use(HourCycleContext)

/** Shows the times of a shared sentence ("Open until 19:00") on the reader's clock. */
export const clockText = (text: string, hourCycle: HourCycle = 'auto'): string =>
  text.replaceAll(/\b([01]\d|2[0-4]):([0-5]\d)\b/g, (_time, hour: string, minute: string) =>
    formatDate(new Date(Date.UTC(2000, 0, 1, Number(hour), Number(minute))), 'time', { timeZone: 'UTC', hourCycle }),
  )

export function ClockText({ text }: { text: string }) {
  return clockText(text, useHourCycle())
}

interface MomentProps {
  value: Moment
  /** IANA name; the reader's own zone when left out. */
  timeZone?: string
}

export function RelativeTime({ value, timeZone }: MomentProps) {
  const current = useNow()
  const hourCycle = use(HourCycleContext)
  const moment = toMoment(value)
  if (!moment) return <span>—</span>
  return (
    <time dateTime={moment.toISOString()} title={formatDate(moment, 'exact', { timeZone, hourCycle })}>
      {relativeTime(moment, current)}
    </time>
  )
}

interface DateRangeTextProps extends Pick<DateOptions, 'timeZone' | 'withYear'> {
  from: Moment
  to: Moment
}

/** "Oct 17 – Nov 17" */
export function DateRangeText({ from, to, timeZone, withYear }: DateRangeTextProps) {
  const hourCycle = use(HourCycleContext)
  const [start, end] = [toMoment(from), toMoment(to)]
  if (!start && !end) return <span>—</span>
  if (!start || !end)
    return (
      <span>
        <DateText value={from} timeZone={timeZone} /> – <DateText value={to} timeZone={timeZone} />
      </span>
    )
  const exact = [start, end].map((moment) => formatDate(moment, 'exact', { timeZone, hourCycle }))
  return <span title={exact.join(' – ')}>{formatDateRange(start, end, { timeZone, withYear })}</span>
}

export function DateText({
  value,
  timeZone,
  style = 'date',
  withYear,
}: MomentProps & { style?: DateTimeStyle; withYear?: boolean }) {
  const hourCycle = use(HourCycleContext)
  const moment = toMoment(value)
  if (!moment) return <span>—</span>
  return (
    <time dateTime={moment.toISOString()} title={formatDate(moment, 'exact', { timeZone, hourCycle })}>
      {formatDate(moment, style, { timeZone, hourCycle, withYear })}
    </time>
  )
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats `YYYY-MM-DD`, which has no time zone. Returns any other text unchanged. */
export function formatDay(day: string, format = dayFormat): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? day : format.format(date)
}
