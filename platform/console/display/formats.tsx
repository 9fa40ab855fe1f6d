import { use } from 'react'
import { relativeTime } from '../../shared/calendar'
import { moneyFormatter } from '../../shared/money/money-formatter'
import { now, useNow } from '../clock'
import { type HourCycle, HourCycleContext } from '../theme/use-preferences'

const countFormat = new Intl.NumberFormat()
const averageFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'negative' })
const shareFormats = new Map<string, Intl.NumberFormat>()
const money = moneyFormatter()
const shortMoney = moneyFormatter(undefined, {
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})

/** A hyphen is as wide as half a digit and is broken off at the end of a line; a minus is neither. */
const withMinus = (text: string) => text.replace('-', '−')

export const formatCount = (count: number) => withMinus(countFormat.format(count))

/** "1 drink", "1,204 drinks" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const formatAverage = (value: number) => withMinus(averageFormat.format(value))

/** "7.8%" of 7.8 */
export const formatPercent = (percent: number, mostDigits = 1) => formatShare(percent / 100, mostDigits)

/** "7.8%" of 0.078 */
export const formatShare = (share: number, mostDigits = 1) => shareText(share, 0, mostDigits)

/** Used by table columns: always one decimal, so that the decimal points align. */
export const formatShareCell = (share: number) => shareText(share, 1, 1)

function shareText(share: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  const digits = { minimumFractionDigits, maximumFractionDigits }
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`
  const format =
    shareFormats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'negative', ...digits })
  shareFormats.set(key, format)
  return withMinus(format.format(share))
}

/** Returns true if the change would be shown as "0%". */
export const isNoChange = (percent: number) => Math.abs(percent) < 0.05

/** `amountMinor` counts the currency's smallest unit (cents; yen have none). `currency` is an ISO code in any case. */
export const formatMoney = (amountMinor: number, currency: string) => withMinus(money(amountMinor, currency))

/** "€1,238.00 in EUR"; "CHF 21.00" where the amount already says the code. */
export function formatMoneyWithCode(amountMinor: number, currency: string): string {
  const [text, code] = [formatMoney(amountMinor, currency), currency.toUpperCase()]
  return text.includes(code) ? text : `${text} in ${code}`
}

/** "+$12.00", "−$3.00", and "$0.00" without a sign. */
export const formatMoneyChange = (amountMinor: number, currency: string) =>
  `${amountMinor > 0 ? '+' : ''}${formatMoney(amountMinor, currency)}`

/** Used by axes: "$20K" for 2,000,000 cents. */
export const formatMoneyShort = (amountMinor: number, currency: string) => withMinus(shortMoney(amountMinor, currency))

export function Money({ amountMinor, currency }: { amountMinor: number | null | undefined; currency: string }) {
  if (amountMinor === null || amountMinor === undefined) return <span className="q-num">—</span>
  return <span className="q-num">{formatMoney(amountMinor, currency)}</span>
}

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
