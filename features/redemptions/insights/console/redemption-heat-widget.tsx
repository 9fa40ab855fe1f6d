import { formatHour } from '@quaff/platform/console/display/date-time'
import { twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import type { HeatCell } from '../contract'
import { averagePerHour } from '../rules'
import { HeatChart } from './heat-chart'
import { HeatTable } from './heat-table'
import { weekdayText } from './heat-words'

interface RedemptionHeatProps {
  cells: readonly HeatCell[]
  /** What it shows, as a sentence. */
  caption: string
  asTable: boolean
  /** The list that a cell counts; cells without any lead nowhere. */
  linkOf?: ((cell: HeatCell) => string) | undefined
}

/** Redemptions by weekday and hour, of any range. */
export function RedemptionHeat({ asTable, ...shown }: RedemptionHeatProps) {
  return asTable ? <HeatTable {...shown} /> : <HeatChart {...shown} />
}

export { slotKey } from '../../history/console/slot-words'
export { averagedText } from './heat-words'

export const heatColumns = ['Weekday', 'Hour', 'Redemptions', 'Hours in range', 'Average per hour']

/** For files, in the order of `heatColumns`. */
export const heatRows = (cells: readonly HeatCell[]) =>
  cells.map((cell) => [
    weekdayText(cell.weekday),
    formatHour(cell.hour, '24h'),
    cell.count,
    cell.quarters / 4,
    twoDecimals(averagePerHour(cell)),
  ])
