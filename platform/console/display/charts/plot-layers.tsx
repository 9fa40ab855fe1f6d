import { AppLink } from '../../frame/app-link'
import type { PlotPoint } from './plot'
import classes from './plot.module.css'

interface LineProps {
  points: readonly PlotPoint[]
  scale: Scale
  shown: number | undefined
}

type Spot = { x: number; y: number }

/** Uses one unit of width per value and 100 units of height. The drawing is stretched without its strokes. */
export function Line({ points, scale, shown }: LineProps) {
  const spots = points.map(({ value }, index) => spotOf(index, value))
  const reached = spots.slice(0, points.findLastIndex(({ state }) => state !== 'future') + 1)
  const closed = reached.slice(0, points.findLastIndex(({ state = 'closed' }) => state === 'closed') + 1)
  const earlier = points.flatMap(({ before }, index) => (before ? [spotOf(index, before.value)] : []))
  const pointed = shown === undefined ? undefined : reached[shown]
  const isFromZero = scale.ticks[0] === 0
  const [first, last] = [reached[0], reached.at(-1)]
  return (
    <>
      <svg className={classes.drawing} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden>
        {isFromZero && first && last && (
          <path className={classes.area} d={`${pathOf(reached)}L${last.x} 100L${first.x} 100Z`} />
        )}
        <path className={classes.line} data-quiet d={pathOf(earlier)} />
        <path className={classes.line} d={pathOf(closed)} />
        <path className={classes.line} data-open d={pathOf(reached.slice(Math.max(closed.length - 1, 0)))} />
      </svg>
      {last && <Dot spot={last} />}
      {pointed && (
        <>
          <i className={classes.guide} style={{ left: leftOf(pointed) }} />
          <Dot spot={pointed} />
        </>
      )}
    </>
  )

  function spotOf(index: number, value: number): Spot {
    return { x: index + 0.5, y: (1 - scale.at(value)) * 100 }
  }

  function leftOf({ x }: Spot): string {
    return `${(x / points.length) * 100}%`
  }

  function Dot({ spot }: { spot: Spot }) {
    return <i className={classes.dot} style={{ left: leftOf(spot), top: `${spot.y}%` }} />
  }
}

const pathOf = (spots: readonly Spot[]) =>
  spots.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y.toFixed(2)}`).join('')

interface PlotSlotProps {
  point: PlotPoint
  label: string
  scale: Scale
  /** False for a point of a line that is rendered elsewhere. */
  isBar: boolean
  /** True for the element that Tab enters. */
  isEntry: boolean
  onShow: () => void
  onEnter: () => void
  onLeave: () => void
}

/** All of the height over one value, so that it is easily pointed at. */
export function PlotSlot({ point, label, scale, isBar, isEntry, onShow, onEnter, onLeave }: PlotSlotProps) {
  const { value, before, below, to } = point
  const zero = scale.at(0)
  /** Measured from the zero line. */
  const upTo = (amount: number) => `${((scale.at(amount) - zero) / (1 - zero)) * 100}%`
  const downTo = (amount: number) => `${((zero - scale.at(-amount)) / zero) * 100}%`
  const shared = { isEntry, onFocus: onEnter, onBlur: onLeave }
  return (
    <span className={classes.slot} data-state={point.state ?? 'closed'} onMouseEnter={onShow}>
      <Target {...shared} label={label} to={value > 0 ? to : undefined}>
        {isBar && before && <span className={classes.before} style={{ height: upTo(before.value) }} />}
        {isBar && <span className={classes.column} data-empty={value === 0} style={{ height: upTo(value) }} />}
      </Target>
      {below && (
        <Target {...shared} isEntry={false} label={below.label} to={below.to} isBelow>
          <span className={classes.column} data-empty={below.value === 0} style={{ height: downTo(below.value) }} />
        </Target>
      )}
    </span>
  )
}

interface TargetProps {
  label: string
  to: string | undefined
  isEntry: boolean
  isBelow?: boolean
  onFocus: () => void
  onBlur: () => void
  children: React.ReactNode
}

function Target({ label, to, isEntry, isBelow = false, ...rest }: TargetProps) {
  const common = {
    className: classes.target,
    'aria-label': label,
    'data-value': '',
    'data-below': isBelow,
    tabIndex: isEntry ? 0 : -1,
    ...rest,
  }
  // A picture with a value, not a control: narrow bars need not be as wide as a finger.
  return to === undefined ? <span role="img" {...common} /> : <AppLink to={to} {...common} />
}

interface Scale {
  /** The round figures at the axis, evenly apart, lowest first. */
  ticks: readonly number[]
  /** Position of a value: 0 at the lowest tick, 1 at the highest. */
  at: (value: number) => number
}

interface ScaleOptions {
  steps: number
  /** True for counts, which have no fractional ticks. */
  isWhole?: boolean
  /** 'near': a level begins near its lowest value, else its changes cannot be seen; sums always begin at 0. */
  from?: 'zero' | 'near'
}

/** An axis with round figures: steps of 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly number[], { steps, isWhole = false, from = 'zero' }: ScaleOptions): Scale {
  const most = Math.max(0, ...values)
  const least = Math.min(most, ...values)
  const base = from === 'near' && least > most / 2 && least < most ? least : Math.min(0, least)
  const [first, last, step] = roundSpan(base, most, steps, isWhole ? 1 : 0)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => tidy((first + index) * step))
  return { ticks, at: (value) => (value / step - first) / (last - first) }
}

/** The smallest round step that needs no more than `steps` of them, and between which two multiples of it all lies. */
function roundSpan(low: number, high: number, steps: number, leastStep: number): [number, number, number] {
  const rough = Math.max((high - low) / steps, leastStep, high > low ? Number.MIN_VALUE : 1 / steps)
  const power = Math.floor(Math.log10(rough))
  const candidates = [1, 2, 5, 10, 20].map((factor) => tidy(factor * 10 ** power))
  const spanOf = (step: number) => [Math.floor(tidy(low / step)), Math.ceil(tidy(high / step)), step] as const
  const fitting = candidates.filter((step) => step >= leastStep).map(spanOf)
  const [first, last, step] = fitting.find(([from, to]) => to - from <= steps) ?? [0, 1, Math.max(high, 1)]
  return [first, Math.max(last, first + 1), step]
}

/** Removes binary rounding errors such as 0.30000000000000004. */
const tidy = (value: number) => Number(value.toPrecision(12))
