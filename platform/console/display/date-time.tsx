import { use } from 'react'
import { relativeTime } from '@quaff/platform/shared/relative-time'
import { useNow } from '../clock'
import { HourCycleContext, type HourCycle } from '../theme/use-preferences'

type Moment = Date | string | number | null | undefined
export type DateTimeStyle = 'date' | 'time' | 'datetime' | 'exact'

const styles = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
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
} as const satisfies Record<DateTimeStyle, Intl.DateTimeFormatOptions>

const cycles = { auto: {}, '12h': { hour12: true }, '24h': { hourCycle: 'h23' } } as const satisfies Record<
  HourCycle,
  Intl.DateTimeFormatOptions
>

/** Nothing, an unreadable value and the epoch all mean "never". */
export function toMoment(value: Moment): Date | undefined {
  if (value === null || value === undefined) return undefined
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) || moment.getTime() === 0 ? undefined : moment
}

export function formatDate(
  value: Date,
  style: DateTimeStyle,
  options: { timeZone?: string; hourCycle?: HourCycle } = {},
): string {
  const { hourCycle = 'auto', timeZone } = options
  const key = [style, hourCycle, timeZone].join()
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...styles[style], ...cycles[hourCycle], timeZone })
  formats.set(key, format)
  return format.format(value)
}

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

/** The clock that the reader has chosen. */
export const useHourCycle = (): HourCycle => use(HourCycleContext)

/** Shows the times of a shared sentence ("Open until 19:00") on the reader's clock. */
export const clockText = (text: string, hourCycle: HourCycle = 'auto'): string =>
  text.replaceAll(/\b([01]\d|2[0-4]):([0-5]\d)\b/g, (_time, hour: string, minute: string) =>
    formatDate(new Date(Date.UTC(2000, 0, 1, Number(hour), Number(minute))), 'time', { timeZone: 'UTC', hourCycle }),
  )

export function ClockText({ text }: { text: string }) {
  return clockText(text, useHourCycle())
}

/** A format is dear to make, and asked for by each cell of a list. */
const formats = new Map<string, Intl.DateTimeFormat>()

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

/** "Oct 17 – Nov 17, 2026" */
export function DateRangeText({ from, to, timeZone }: { from: Moment; to: Moment; timeZone?: string }) {
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
  const key = ['range', timeZone].join()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, { ...styles.date, timeZone })
  formats.set(key, format)
  return <span title={exact.join(' – ')}>{format.formatRange(start, end)}</span>
}

export function DateText({ value, timeZone, style = 'date' }: MomentProps & { style?: DateTimeStyle }) {
  const hourCycle = use(HourCycleContext)
  const moment = toMoment(value)
  if (!moment) return <span>—</span>
  return (
    <time dateTime={moment.toISOString()} title={formatDate(moment, 'exact', { timeZone, hourCycle })}>
      {formatDate(moment, style, { timeZone, hourCycle })}
    </time>
  )
}
