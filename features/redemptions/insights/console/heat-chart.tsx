import { useState, type CSSProperties } from 'react'
import { gridRef } from '@quaff/platform/console/controls/grid-ref'
import { formatHour, formatShortHour, useHourCycle, formatAverage } from '@quaff/platform/console/display/formats'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { HeatCell } from '../../insights-contract'
import { averagePerHour } from '../../insights-rules'
import {
  busiestCell,
  cellText,
  darkestOf,
  heatHours,
  heatLevel,
  heatLevels,
  weekdayNames,
  weekdayText,
} from './heat-labels'
import classes from './insights.module.css'

interface HeatChartProps {
  cells: readonly HeatCell[]
  caption: string
  linkOf?: ((cell: HeatCell) => string) | undefined
}

/** Has one tab stop. Arrow keys move through the cells, whose exact figures appear in the line above. */
export function HeatChart({ cells, caption, linkOf }: HeatChartProps) {
  const hourCycle = useHourCycle()
  const columns: CSSProperties & Record<'--hours', number> = { '--hours': heatHours.length }
  const busiest = busiestCell(cells)
  const darkest = darkestOf(cells)
  const busiestText = busiest ? `Busiest: ${cellText(busiest, hourCycle)}` : caption
  const [shown, setShown] = useState<HeatCell>()
  const cellAt = (weekday: number, hour: number) => cells.find((cell) => cell.weekday === weekday && cell.hour === hour)

  return (
    <>
      <div className={`q-caption q-num ${classes.readout}`} aria-hidden>
        <span>{shown ? cellText(shown, hourCycle) : busiestText}</span>
        <HeatLegend darkest={darkest} hasMore={busiest !== undefined && (averagePerHour(busiest) ?? 0) > darkest} />
      </div>
      <div
        ref={gridRef}
        className={classes.heat}
        style={columns}
        role="grid"
        aria-label={caption}
        onMouseLeave={() => setShown(undefined)}
      >
        <div role="row" className={classes.row}>
          <span role="columnheader">
            <span className="q-hidden">Weekday</span>
          </span>
          {heatHours.map((hour) => (
            <span
              key={hour}
              role="columnheader"
              className={classes.hour}
              data-minor={hour % 3 !== 0}
              aria-label={formatHour(hour, hourCycle)}
            >
              {formatShortHour(hour, hourCycle)}
            </span>
          ))}
        </div>
        {weekdayNames.map((name, weekday) => (
          <div key={name} role="row" className={classes.row}>
            <span role="rowheader" className={classes.weekday} aria-label={weekdayText(weekday)}>
              {name.slice(0, 3)}
            </span>
            {heatHours.map((hour) => {
              const cell = cellAt(weekday, hour)
              if (!cell) return undefined
              const isEntry = cell === busiest || undefined
              const to = cell.count > 0 ? linkOf?.(cell) : undefined
              return (
                <span
                  key={hour}
                  role="gridcell"
                  aria-label={cellText(cell, hourCycle)}
                  className={classes.cell}
                  data-level={levelOf(cell, darkest)}
                  data-busiest={isEntry}
                  data-entry={to === undefined ? isEntry : undefined}
                  onMouseEnter={() => setShown(cell)}
                  onFocus={() => setShown(cell)}
                  onBlur={() => setShown(undefined)}
                >
                  {to !== undefined && (
                    <AppLink
                      to={to}
                      aria-label={cellText(cell, hourCycle)}
                      className={classes.list}
                      data-entry={isEntry}
                    />
                  )}
                </span>
              )
            })}
          </div>
        ))}
      </div>
    </>
  )
}

function HeatLegend({ darkest, hasMore }: { darkest: number; hasMore: boolean }) {
  return (
    <span className={classes.legend}>
      0
      {heatLevels.map((level) => (
        <i key={level} className={classes.cell} data-level={level} />
      ))}
      {formatAverage(darkest)}
      {hasMore && ' or more'}
    </span>
  )
}

function levelOf(cell: HeatCell, darkest: number): number | 'none' {
  const average = averagePerHour(cell)
  return average === null ? 'none' : heatLevel(average, darkest)
}
