import { formatHour, counted, formatAverage } from '@quaff/platform/console/display/formats'
import { unrecordedText } from '@quaff/platform/console/display/measured-labels'
import type { HourCycle } from '@quaff/platform/console/theme/use-preferences'
import { isOnRecord } from '@quaff/platform/shared/time-windows'
import type { HeatCell } from '../../insights-contract'
import { averagePerHour } from '../../insights-rules'

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** One level per color token. */
export const heatLevels = [0, 1, 2, 3, 4, 5, 6, 7] as const
const levels = heatLevels.length - 1
/** All hours of a day, so that sibling panels share one axis. */
export const heatHours: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)
/**
 * Share of used cells below the darkest shade. The busiest cells all get it, so that an outlier does not lighten the
 * others.
 */
const shadedShare = 0.95

export const weekdayText = (weekday: number) => weekdayNames[weekday] ?? ''

/** "Thursday 9:00 AM–10:00 AM" */
export const slotText = ({ weekday, hour }: Pick<HeatCell, 'weekday' | 'hour'>, hourCycle: HourCycle) =>
  `${weekdayText(weekday)} ${formatHour(hour, hourCycle)}–${formatHour(hour + 1, hourCycle)}`

/** "Thursday 9:00 AM–10:00 AM: 27 redemptions, average 6.8" */
export function cellText(cell: HeatCell, hourCycle: HourCycle): string {
  const average = averagePerHour(cell)
  const slot = slotText(cell, hourCycle)
  if (average === null) return `${slot}: not in this range`
  return `${slot}: ${counted(cell.count, 'redemption')}, average ${formatAverage(average)}`
}

/** Returns a note if averages start later, because part of the window is not recorded. */
export function averagedText(window: { from: Date }, recordedSince: Date | null, timeZone: string): string | undefined {
  if (isOnRecord(timeZone, window, recordedSince)) return undefined
  return `Averages start with the first redemption: ${unrecordedText(recordedSince, timeZone)}`
}

/** Level 0 means no redemptions, so that a single one is visible. `darkest` and above get the last level. */
export function heatLevel(average: number, darkest: number): number {
  if (average === 0 || darkest === 0) return 0
  return Math.min(levels, Math.max(1, Math.ceil((average / darkest) * levels)))
}

export function darkestOf(cells: readonly HeatCell[]): number {
  const used = cells.map((cell) => averagePerHour(cell) ?? 0).filter((average) => average > 0)
  return used.toSorted((one, other) => one - other)[Math.ceil(used.length * shadedShare) - 1] ?? 0
}

export function busiestCell(cells: readonly HeatCell[]): HeatCell | undefined {
  const most = mostOf(cells)
  return most === 0 ? undefined : cells.find((cell) => averagePerHour(cell) === most)
}

const mostOf = (cells: readonly HeatCell[]) => Math.max(0, ...cells.map((cell) => averagePerHour(cell) ?? 0))
