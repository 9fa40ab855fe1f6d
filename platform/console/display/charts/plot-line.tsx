import type { PlotPoint } from './plot'
import type { Scale } from './scale'
import classes from './plot.module.css'

interface LineProps {
  points: readonly PlotPoint[]
  scale: Scale
  shown: number | undefined
}

type Spot = { x: number; y: number }

/** One unit of width for each value, and 100 of height: the drawing is stretched, its strokes are not. */
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
