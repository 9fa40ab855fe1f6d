import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../controls/button'
import { AppLink } from '../../frame/app-link'
import { ChartTable, linkedCount } from './chart-table'
import classes from './bar-chart.module.css'

export interface BarPoint {
  label: string
  /** Under the axis, where `label` is too long for it. */
  shortLabel?: string
  value: number
  /** Said after the value: "1.2 % of all". */
  note?: string
  /** The list that the bar counts. */
  to?: string
  /** 'open': still filling (accent); 'future': not reached yet. */
  state?: 'closed' | 'open' | 'future'
}

interface BarChartProps {
  /** What is drawn, as a sentence for those who cannot see it. */
  caption: string
  /** Stands at the top in place of the caption; gets the value that is pointed at. */
  lead?: (pointedAt: string | undefined) => ReactNode
  points: BarPoint[]
  valueLabel: string
  /** Said after a value of 1: "signup" where `valueLabel` is "signups". */
  oneLabel?: string
  labelHeader?: string
  formatValue?: (value: number) => string
  height?: number
  /** Every n-th label is written under the axis, as long as there is room to its right. */
  labelEvery?: number
  /** False where the switch to the table stands elsewhere. */
  hasTable?: boolean
}

const plainNumber = new Intl.NumberFormat()

export function BarChart({
  caption,
  lead,
  points,
  valueLabel,
  oneLabel = valueLabel,
  labelHeader = 'Time',
  formatValue = (value) => plainNumber.format(value),
  height = 176,
  labelEvery,
  hasTable = true,
}: BarChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [shown, setShown] = useState<number>()
  const top = Math.max(...points.map((point) => point.value), 1)
  const every = labelEvery ?? Math.max(Math.ceil(points.length / 6), 1)
  const current = shown === undefined ? undefined : points[shown]
  const readout = ({ label, value, note }: BarPoint) =>
    [`${label}: ${formatValue(value)} ${value === 1 ? oneLabel : valueLabel}`, note].filter(Boolean).join(', ')

  return (
    <figure className={classes.figure}>
      <div className={classes.bar}>
        {lead ? (
          <div className={classes.readout}>{lead(current && readout(current))}</div>
        ) : (
          <span className={`q-caption q-num ${classes.readout}`} aria-hidden>
            {current ? readout(current) : caption}
          </span>
        )}
        {hasTable && (
          <Button
            size="sm"
            variant="quiet"
            icon={asTable ? IconChartBar : IconTable}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </Button>
        )}
      </div>
      {asTable ? (
        <ChartTable
          caption={caption}
          headers={[labelHeader, valueLabel]}
          rows={points.map(({ label, value, to }) => [label, linkedCount(value, formatValue(value), to)])}
        />
      ) : (
        <>
          <div
            className={classes.plot}
            style={{ height }}
            role="group"
            aria-label={caption}
            onMouseLeave={() => setShown(undefined)}
          >
            {points.map((point, index) => {
              const common = {
                className: classes.slot,
                'aria-label': readout(point),
                onMouseEnter: () => setShown(index),
                onFocus: () => setShown(index),
                onBlur: () => setShown(undefined),
              }
              const column = (
                <span
                  className={classes.column}
                  data-state={point.state ?? 'closed'}
                  style={{ height: `${Math.max((point.value / top) * 100, 1)}%` }}
                />
              )
              if (point.to !== undefined && point.value > 0)
                return (
                  <AppLink key={point.label} to={point.to} {...common}>
                    {column}
                  </AppLink>
                )
              return (
                // A picture with a value, not a control: narrow bars need not be as wide as a finger.
                <span key={point.label} role="img" tabIndex={0} {...common}>
                  {column}
                </span>
              )
            })}
          </div>
          <div className={classes.axis} aria-hidden>
            {points.map((point, index) => (
              <span key={point.label}>
                {index % every === 0 && index + every / 2 <= points.length ? (point.shortLabel ?? point.label) : ''}
              </span>
            ))}
          </div>
        </>
      )}
    </figure>
  )
}
