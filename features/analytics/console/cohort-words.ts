import { counted, formatCount, formatShare, formatShareCell } from '@quaff/platform/console/display/figures/figure-text'
import type { Cohort } from '../usage/contract'

export type CohortCell = {
  months: number
  count: number
  /** Null where nobody started. */
  share: number | null
}

export const cohortCells = ({ started, running }: Cohort): CohortCell[] =>
  running.map((count, months) => ({ months, count, share: started === 0 ? null : count / started }))

/** Ink can be read on as many shades as there are here. */
const darkest = 3

export const lowestShare = (cohorts: readonly Cohort[]) =>
  Math.min(1, ...cohorts.flatMap((cohort) => cohortCells(cohort).flatMap(({ share }) => share ?? [])))

/** Between the lowest share of the table and all: few lose half of their subscribers. */
export function shadeOf({ share }: CohortCell, lowest: number): number {
  if (share === null) return 0
  return lowest === 1 ? darkest : Math.round(((share - lowest) / (1 - lowest)) * darkest)
}

/** "Nov 2026", the same in every zone. */
export function monthText(month: string): string {
  return monthFormat.format(new Date(`${month}-01T12:00:00Z`))
}
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

export function cellText({ count, share }: CohortCell, isShare: boolean): string {
  if (share === null) return '—'
  return isShare ? formatShareCell(share) : formatCount(count)
}

/** "Nov 2026, after 2 months: 31 of 40 retained, 77.5%" */
export function cellSentence({ month, started }: Cohort, { months, count, share }: CohortCell): string {
  if (share === null) return `${monthText(month)}: no subscriptions started`
  const of = `${formatCount(count)} of ${formatCount(started)}`
  return `${monthText(month)}, after ${counted(months, 'month')}: ${of} retained, ${formatShare(share)}`
}
