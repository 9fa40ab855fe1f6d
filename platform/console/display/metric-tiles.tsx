import type { ReactNode } from 'react'
import { isNoChange } from './formats'
import { type MetricTileProps, TileBody, type MetricChange } from './tile-body'
import classes from './metric-tiles.module.css'

export type { MetricChange, MetricSource, MetricTileProps } from './tile-body'

interface MetricTilesProps {
  /** Name of the group for screen readers. */
  label?: string
  columns?: 2 | 3 | 4
  /** Lines reserved below each metric; a phone has one more. */
  lines?: 1 | 2
  children: ReactNode
}

export function MetricTiles({ label = 'Metrics', columns = 3, lines = 1, children }: MetricTilesProps) {
  return (
    <section aria-label={label}>
      <dl className={classes.tiles} data-columns={columns} data-lines={lines}>
        {children}
      </dl>
    </section>
  )
}

export function MetricTile(props: MetricTileProps) {
  const { wide = false, to, loading = false } = props
  return (
    <div
      className={classes.tile}
      data-wide={wide}
      data-link={to !== undefined && !loading}
      aria-busy={loading || undefined}
    >
      <TileBody {...props} />
    </div>
  )
}

export function changeTo(percent: number, riseIsGood: boolean): MetricChange {
  const direction = directionOf(percent)
  return { percent, direction, good: (direction === 'up') === riseIsGood }
}

function directionOf(percent: number): MetricChange['direction'] {
  if (isNoChange(percent)) return 'flat'
  return percent > 0 ? 'up' : 'down'
}
