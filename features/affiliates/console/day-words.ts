import type { PlotPoint } from '@quaff/platform/console/display/charts/plot'
import { formatDateRange } from '@quaff/platform/console/display/date-time'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { saveMeasured } from '@quaff/platform/console/display/measured/save-measured'
import type { LinkDays } from '../days/contract'
import { dayBars, sumDays, type DayBar } from '../days/rules'
import { figureText, figureWords } from './link-looks'

/** Days are names already: no zone may move them. */
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

const spanText = ({ from, to }: Pick<DayBar, 'from' | 'to'>) =>
  formatDateRange(noonOf(from), noonOf(to), { timeZone: 'UTC' })

/** "412 clicks, 12 signups"; without signups where none is known of. */
export function totalsText({ days }: LinkDays): string {
  const { clicks, signups } = sumDays(days)
  return signups === null ? counted(clicks, 'click') : `${counted(clicks, 'click')}, ${counted(signups, 'signup')}`
}

export const isQuiet = ({ days }: LinkDays) => days.every(({ clicks, signups }) => clicks === 0 && !signups)
export const hasSignups = ({ days }: LinkDays) => days.some(({ signups }) => signups)

/** One bar for each day or week; the last one is still filling. */
export function pointsOf({ days }: LinkDays, figure: 'clicks' | 'signups'): PlotPoint[] {
  const bars = dayBars(days)
  return bars.map((bar, index) => ({
    label: spanText(bar),
    shortLabel: short.format(noonOf(bar.from)),
    value: bar[figure] ?? 0,
    note: figure === 'clicks' && bar.signups ? counted(bar.signups, 'signup') : undefined,
    state: index === bars.length - 1 ? 'open' : 'closed',
  }))
}

export const heads = ['Days', figureWords.clicks.label, figureWords.signups.label]

/** Newest first: what happened yesterday is looked up more often than what did a month ago. */
export const rowsOf = ({ days }: LinkDays): string[][] =>
  dayBars(days)
    .toReversed()
    .map((bar) => [spanText(bar), formatCount(bar.clicks), figureText(bar.signups)])

/** Every day by itself: weeks are for the eye. */
export function saveDays(slug: string, data: LinkDays): void {
  const rows = data.days.map(({ day, clicks, signups }) => [day, clicks, signups])
  saveMeasured(`clicks-${slug}`, ['Day', ...heads.slice(1)], rows, data)
}
