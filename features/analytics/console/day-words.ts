import { formatDate, formatDateRange } from '@quaff/platform/console/display/date-time'
import type { DayRange } from '../range/rules'

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
/** Days are names already: no zone may move them. */
const formatIn = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...options, timeZone: 'UTC' })
const short = formatIn({})
const month = formatIn({ day: undefined, year: 'numeric' })

/** "Nov 22" or "Nov 16 – 22" */
export const spanText = ({ from, to }: DayRange): string =>
  formatDateRange(noonOf(from), noonOf(to), { timeZone: 'UTC' })

/** Under an axis: "16 Nov", over years "Nov 2026". */
export const axisText = (day: string, range: DayRange): string =>
  (range.from.slice(0, 4) === range.to.slice(0, 4) ? short : month).format(noonOf(day))

export const dayText = (day: string): string => formatDate(noonOf(day), 'date', { timeZone: 'UTC' })
