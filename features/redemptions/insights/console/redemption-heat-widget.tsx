import { gridRef } from '@quaff/platform/console/controls/grid-ref'
import { formatHour, useHourCycle, formatAverage, formatCount } from '@quaff/platform/console/display/formats'
import { twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { HeatCell } from '../../insights-contract'
import { averagePerHour } from '../../insights-rules'
import { HeatChart } from './heat-chart'
import { cellText, heatHours, weekdayNames, weekdayText } from './heat-labels'
import classes from './insights.module.css'

interface RedemptionHeatProps {
  cells: readonly HeatCell[]
  caption: string
  asTable: boolean
  /** Returns the URL of the list that a cell counts. Empty cells have no link. */
  linkOf?: ((cell: HeatCell) => string) | undefined
}

export function RedemptionHeat({ asTable, ...shown }: RedemptionHeatProps) {
  return asTable ? <HeatTable {...shown} /> : <HeatChart {...shown} />
}

export { slotKey } from '../../console/slot-labels'
export { averagedText } from './heat-labels'

export const heatColumns = ['Weekday', 'Hour', 'Redemptions', 'Hours in range', 'Average per hour']

/** Returns rows for files, in the order of `heatColumns`. */
export const heatRows = (cells: readonly HeatCell[]) =>
  cells.map((cell) => [
    weekdayText(cell.weekday),
    formatHour(cell.hour, '24h'),
    cell.count,
    cell.quarters / 4,
    twoDecimals(averagePerHour(cell)),
  ])

interface HeatTableProps {
  cells: readonly HeatCell[]
  caption: string
  linkOf?: ((cell: HeatCell) => string) | undefined
}

/** Shows the same figures as a table for accessibility: the average, and beside it the count. */
function HeatTable({ cells, caption, linkOf }: HeatTableProps) {
  const hourCycle = useHourCycle()
  return (
    <div className={classes.heatmapFrame} tabIndex={linkOf ? undefined : 0} role="region" aria-label={caption}>
      <table ref={linkOf && gridRef} role={linkOf && 'grid'} className={classes.heatmapTable}>
        <caption className={`q-caption ${classes.caption}`}>Average per hour, with the count</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {weekdayNames.map((name, weekday) => (
              <th key={name} scope="col">
                <abbr title={weekdayText(weekday)}>{name.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heatHours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{formatHour(hour, hourCycle)}</th>
              {weekdayNames.map((name, weekday) => (
                <Figures
                  key={name}
                  cell={cells.find((cell) => cell.weekday === weekday && cell.hour === hour)}
                  linkOf={linkOf}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Figures({ cell, linkOf }: Pick<HeatTableProps, 'linkOf'> & { cell: HeatCell | undefined }) {
  const hourCycle = useHourCycle()
  const average = cell && averagePerHour(cell)
  if (!cell || average === undefined || average === null) return <td>—</td>
  return (
    <td>
      {formatAverage(average)}{' '}
      <span className="q-caption">
        {linkOf && cell.count > 0 ? (
          <AppLink to={linkOf(cell)} aria-label={cellText(cell, hourCycle)}>
            {formatCount(cell.count)}
          </AppLink>
        ) : (
          formatCount(cell.count)
        )}
      </span>
    </td>
  )
}
