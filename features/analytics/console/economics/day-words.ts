import type { DayRange } from '../../range/rules'

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
/** Days are names already: no zone may move them. */
const formatIn = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...options, timeZone: 'UTC' })
const short = formatIn({})
const long = formatIn({ year: 'numeric' })
const month = formatIn({ day: undefined, year: 'numeric' })

/** "22 Nov 2026", or "16 – 22 Nov 2026" */
export const spanText = ({ from, to }: DayRange): string => long.formatRange(noonOf(from), noonOf(to))

/** Under an axis: "16 Nov", over years "Nov 2026". */
export const axisText = (day: string, range: DayRange): string =>
  (range.from.slice(0, 4) === range.to.slice(0, 4) ? short : month).format(noonOf(day))

export const dayText = (day: string): string => long.format(noonOf(day))
