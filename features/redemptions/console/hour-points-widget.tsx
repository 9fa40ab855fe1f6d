import type { PlotPoint } from '@quaff/platform/console/display/charts/plot'
import { formatHour, formatCount } from '@quaff/platform/console/display/formats'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { slotKey } from './slot-labels'

const HOURS_PER_DAY = 24

type HourPointsOptions = { timeZone: string; measuredAt: Date; before: readonly number[] | null; hourCycle: HourCycle }

/**
 * Returns one bar per hour of the day, so that all panels share one axis. Each bar links to its redemptions; `before`
 * holds the hours of the same weekday a week ago.
 */
export function hourPoints(
  hours: readonly number[],
  { timeZone, measuredAt, before, hourCycle }: HourPointsOptions,
): PlotPoint[] {
  const today = dayKeyIn(timeZone, measuredAt)
  const last = hours.length - 1
  return Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
    const label = formatHour(hour, hourCycle)
    const count = before?.[hour]
    return {
      label,
      value: hours[hour] ?? 0,
      before: count === undefined ? undefined : { value: count, text: `${formatCount(count)} a week ago` },
      state: stateOf(hour, last),
      to: hourAddress(today, hour),
    }
  })
}

/** Monday is 0, like in the heatmaps. */
function hourAddress(day: string, hour: number): string {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  return `/redemptions?tab=history&from=${day}&to=${day}&status=completed&slot=${slotKey({ weekday, hour })}`
}

function stateOf(hour: number, running: number): PlotPoint['state'] {
  if (hour === running) return 'open'
  return hour < running ? 'closed' : 'future'
}

/** Returns the name of the compared day, for example "Last Monday". */
export const weekAgoLabel = (measuredAt: Date, timeZone: string) =>
  `Last ${new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone }).format(measuredAt)}`

/** Returns "busiest hour 6:00 PM (53)", or undefined without redemptions. */
export function busiestHour(hours: readonly number[], hourCycle: HourCycle): string | undefined {
  const most = Math.max(0, ...hours)
  if (most === 0) return undefined
  return `busiest hour ${formatHour(hours.indexOf(most), hourCycle)} (${formatCount(most)})`
}
