import type { BarPoint } from '@quaff/platform/console/display/charts/bar-chart'

const HOURS_PER_DAY = 24
const USUAL_OPENING_HOUR = 6

/** One bar per hour from the usual opening, or the first drink if that was earlier, to midnight; the running hour is open. */
export function hourPoints(hours: readonly number[]): BarPoint[] {
  const firstUsed = hours.findIndex((count) => count > 0)
  const from = firstUsed === -1 ? USUAL_OPENING_HOUR : Math.min(firstUsed, USUAL_OPENING_HOUR)
  const last = hours.length - 1
  return Array.from({ length: HOURS_PER_DAY - from }, (_, index) => {
    const hour = from + index
    return { label: `${String(hour).padStart(2, '0')}:00`, value: hours[hour] ?? 0, state: stateOf(hour, last) }
  })
}

function stateOf(hour: number, running: number): BarPoint['state'] {
  if (hour === running) return 'open'
  return hour < running ? 'closed' : 'future'
}

/** "busiest at 18:00 with 53"; undefined while nothing was redeemed. */
export function busiestHour(hours: readonly number[]): string | undefined {
  const most = Math.max(0, ...hours)
  if (most === 0) return undefined
  return `busiest at ${String(hours.indexOf(most)).padStart(2, '0')}:00 with ${most}`
}
