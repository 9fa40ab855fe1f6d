import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../controls/button'
import { formatCount } from '../formats'
import { ChartTable, linkedCount } from './chart-table'
import { Line, PlotSlot, scaleOf } from './plot-layers'
import classes from './plot.module.css'

export interface PlotPoint {
  label: string
  /** Under the axis, where `label` is too long for it. */
  shortLabel?: string
  value: number
  /** Said after the value: "1.2% of all". */
  note?: string
  /** The same of an earlier time; `text` is said of it: "9 on Oct 22". */
  before?: { value: number; text: string } | undefined
  /** A loss as a positive size, rendered below the zero line. `label` describes the whole point. */
  below?: { value: number; label: string; to: string }
  /** The list that the value counts. */
  to?: string
  /** 'open': still filling; 'future': not reached yet. */
  state?: 'closed' | 'open' | 'future'
}

interface PlotProps {
  caption: string
  /** Replaces the caption; receives the highlighted value. */
  lead?: (pointedAt: string | undefined) => ReactNode
  points: readonly PlotPoint[]
  /** Sums are bars. A level is a line: many equal bars hide how it moves. */
  shape?: 'bars' | 'line'
  valueLabel: string
  /** Said after a value of 1: "signup" where `valueLabel` is "signups". */
  oneLabel?: string
  labelHeader?: string
  formatValue?: (value: number) => string
  formatTick?: (value: number) => string
  /** False where values are no counts: the axis may then have steps below 1. */
  isWhole?: boolean
  /** Name of the bars, and of the values below zero in the legend. */
  seriesLabel?: string
  belowLabel?: string
  /** Period of the muted comparison series, such as "30 days before". */
  beforeLabel?: string
  height?: number
  /** Every n-th label is written under the axis from the first; else so many as there is room for, the last among them. */
  labelEvery?: number
  /** False if the caller shows the switch to the table elsewhere. */
  hasTable?: boolean
}

const mostLabels = 6
const pixelsPerStep = 48

export function Plot({
  caption,
  lead,
  points,
  shape = 'bars',
  valueLabel,
  oneLabel = valueLabel,
  labelHeader = 'Time',
  formatValue = formatCount,
  formatTick = formatValue,
  isWhole = true,
  seriesLabel,
  belowLabel,
  beforeLabel,
  height = 192,
  labelEvery,
  hasTable = true,
}: PlotProps) {
  const [asTable, setAsTable] = useState(false)
  const [shown, setShown] = useState<number>()
  const lastReached = points.findLastIndex(({ state }) => state !== 'future')
  const [entry, setEntry] = useState<number>()
  const scale = scaleOf(
    points.flatMap(({ value, before, below }) => [value, before?.value ?? value, below ? -below.value : value]),
    { steps: Math.max(1, Math.round(height / pixelsPerStep)), isWhole, from: shape === 'line' ? 'near' : 'zero' },
  )
  const current = shown === undefined ? undefined : points[shown]
  const readout = ({ label, value, note, before, state }: PlotPoint) =>
    [
      state === 'future'
        ? `${label}: still to come`
        : `${label}: ${formatValue(value)} ${value === 1 ? oneLabel : valueLabel}${state === 'open' ? ' so far' : ''}`,
      note,
      before?.text,
    ]
      .filter(Boolean)
      .join(', ')
  const end = shape === 'line' ? points[lastReached] : undefined
  const hasOpen = points.some(({ state }) => state === 'open')

  return (
    <figure className={classes.figure}>
      <div className={classes.bar}>
        {lead ? (
          <div className="q-grow">{lead(current && readout(current))}</div>
        ) : (
          <span className="q-caption q-num q-grow" aria-hidden>
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
        <div
          className={classes.frame}
          style={{ '--plot': `${height}px`, '--zero': Math.max(0, scale.at(0)) } as CSSProperties}
        >
          <div className={classes.ticks} aria-hidden>
            {scale.ticks.map((tick) => (
              <span key={tick}>{formatTick(tick)}</span>
            ))}
          </div>
          <div
            className={classes.plot}
            role="group"
            aria-label={caption}
            onMouseLeave={() => setShown(undefined)}
            onKeyDown={moveFocus}
          >
            {scale.ticks.map((tick) => (
              <i
                key={tick}
                className={classes.rule}
                data-zero={tick === 0}
                style={{ bottom: percent(scale.at(tick)) }}
              />
            ))}
            {shape === 'line' && <Line points={points} scale={scale} shown={shown} />}
            {points.map((point, index) => (
              <PlotSlot
                key={point.label}
                point={point}
                label={readout(point)}
                scale={scale}
                isBar={shape === 'bars'}
                isEntry={index === (entry ?? Math.max(lastReached, 0))}
                onShow={() => setShown(index)}
                onEnter={() => {
                  setShown(index)
                  setEntry(index)
                }}
                onLeave={() => setShown(undefined)}
              />
            ))}
          </div>
          {end && (
            <div className={classes.end} aria-hidden>
              <span style={{ flexGrow: 1 - scale.at(end.value) }} />
              <b>{formatValue(end.value)}</b>
              <span style={{ flexGrow: scale.at(end.value) }} />
            </div>
          )}
          <Axis points={points} every={labelEvery} />
        </div>
      )}
      {!asTable && (hasOpen || beforeLabel !== undefined) && (
        <p className={`q-caption ${classes.legend}`} data-look={shape} aria-hidden>
          {seriesLabel !== undefined && <span data-mark="series">{seriesLabel}</span>}
          {belowLabel !== undefined && <span data-mark="below">{belowLabel}</span>}
          {beforeLabel !== undefined && <span data-mark="before">{beforeLabel}</span>}
          {hasOpen && <span data-mark="open">In progress</span>}
        </p>
      )}
    </figure>
  )
}

const percent = (part: number) => `${part * 100}%`

function Axis({ points, every }: { points: readonly PlotPoint[]; every: number | undefined }) {
  const step = every ?? Math.max(Math.ceil(points.length / mostLabels), 1)
  const anchor = every === undefined ? points.length - 1 : 0
  return (
    <div className={classes.axis} aria-hidden>
      {points.map((point, index) => {
        const steps = Math.abs(anchor - index) / step
        const isMinor = steps % 2 === 1 && points.length / step > 4
        return (
          <span key={point.label} data-minor={isMinor || undefined}>
            {Number.isInteger(steps) ? (point.shortLabel ?? point.label) : ''}
          </span>
        )
      })}
    </div>
  )
}

const jumps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The chart is one tab stop; arrow keys move between its points. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const jump = jumps[event.key]
  if (!jump || event.altKey || event.ctrlKey || event.metaKey) return
  const values = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-value]')]
  const index = values.findIndex((value) => value === document.activeElement)
  event.preventDefault()
  values[Math.min(Math.max(jump(index, values.length - 1), 0), values.length - 1)]?.focus()
}
