import type { LinkDay } from './contract'

export type DayBar = { from: string; to: string; clicks: number; signups: number | null }

/** So many days stand side by side in a sheet; more are put together. */
const mostBars = 31
const weekDays = 7

/** A bar for each day, or for each week, counted back from the last day. */
export function dayBars(days: readonly LinkDay[]): DayBar[] {
  const size = days.length > mostBars ? weekDays : 1
  const starts = days.flatMap((_, index) => ((days.length - index) % size === 0 ? [index] : []))
  return starts.flatMap((start) => {
    const part = days.slice(start, start + size)
    const [first, last] = [part[0], part.at(-1)]
    return first && last ? [{ from: first.day, to: last.day, ...sumDays(part) }] : []
  })
}

/** Signups are unknown together or not at all. */
export function sumDays(days: readonly Pick<LinkDay, 'clicks' | 'signups'>[]) {
  const isKnown = days.every(({ signups }) => signups !== null)
  return {
    clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
    signups: isKnown ? days.reduce((sum, { signups }) => sum + (signups ?? 0), 0) : null,
  }
}
