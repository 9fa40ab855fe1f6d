import classes from './sparkline.module.css'

interface SparklineProps {
  values: number[]
  shape?: 'line' | 'bars'
  /** Renders the last bar in grey, because it is not complete yet. */
  lastIsOpen?: boolean
  /** Number of bars, including those without a value yet: a day has 24 hours. */
  slots?: number
  /** True if the line shows a change for the worse. */
  isBad?: boolean
}

const WIDTH = 112
const HEIGHT = 32
const TOP = 4
const GAP = 2

function linePoints(values: number[]): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = WIDTH / Math.max(values.length - 1, 1)
  return values
    .map(
      (value, index) =>
        `${(index * step).toFixed(1)},${(HEIGHT - TOP - ((value - low) / span) * (HEIGHT - 2 * TOP)).toFixed(1)}`,
    )
    .join(' ')
}

/** Decoration: the figure beside it carries the meaning. */
export function Sparkline({ values, shape = 'line', lastIsOpen = false, slots = 0, isBad = false }: SparklineProps) {
  // One or two of the bars of a day show no course, and the only one fills the height.
  if (values.length < (slots > 0 ? 3 : 2)) return null
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-bad={isBad}
      aria-hidden
    >
      {shape === 'bars' ? (
        <Bars values={values} lastIsOpen={lastIsOpen} slots={slots} />
      ) : (
        <Line points={linePoints(values)} />
      )}
    </svg>
  )
}

function Line({ points }: { points: string }) {
  return (
    <>
      <polygon className={classes.area} points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} />
      <polyline className={classes.line} points={points} vectorEffect="non-scaling-stroke" />
    </>
  )
}

function Bars({ values, lastIsOpen, slots }: { values: number[]; lastIsOpen: boolean; slots: number }) {
  const top = Math.max(...values, 1)
  const slot = WIDTH / Math.max(values.length, slots)
  return values.map((value, index) => {
    const height = Math.max((value / top) * (HEIGHT - GAP), 1)
    const open = lastIsOpen && index === values.length - 1
    return (
      <rect
        key={index}
        className={open ? classes.open : classes.bar}
        x={index * slot}
        y={HEIGHT - height}
        width={Math.max(slot - GAP, 1)}
        height={height}
        rx={1.5}
      />
    )
  })
}
