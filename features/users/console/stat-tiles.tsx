import type { ReactNode } from 'react'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Skeleton } from '@quaff/platform/console/display/skeleton'
import classes from './stat-tiles.module.css'

export function StatTiles({ children, skeletons = 0 }: { children?: ReactNode; skeletons?: number }) {
  return (
    <section className={classes.tiles} aria-label="User metrics" aria-busy={skeletons > 0 || undefined}>
      {children}
      {Array.from({ length: skeletons }, (_, index) => (
        <div key={index} className={classes.tile}>
          <span className={classes.plain}>
            <span className={classes.label}>
              <Skeleton width={96} height={16} />
            </span>
            <span className={classes.value}>
              <Skeleton width={72} height={32} />
            </span>
          </span>
          <span className={classes.foot}>
            <Skeleton width={112} />
          </span>
        </div>
      ))}
    </section>
  )
}

type StatTileProps = {
  label: string
  value: number
  pressed?: boolean
  /** Left out where only the parts are filters. */
  onClick?: () => void
  note?: string
  /** Parts of the figure, each a filter of its own. */
  parts?: { label: string; pressed: boolean; onClick: () => void }[]
}

export function StatTile({ label, value, pressed = false, onClick, note, parts = [] }: StatTileProps) {
  const figure = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{formatCount(value)}</span>
    </>
  )
  return (
    <div className={classes.tile} data-pressed={pressed}>
      {onClick ? (
        <button type="button" className={classes.main} aria-pressed={pressed} onClick={onClick}>
          {figure}
        </button>
      ) : (
        <div className={classes.plain}>{figure}</div>
      )}
      <span className={classes.foot}>
        {note && <span className="q-caption">{note}</span>}
        {parts.map((part) => (
          <button
            key={part.label}
            type="button"
            className={classes.part}
            aria-pressed={part.pressed}
            onClick={part.onClick}
          >
            {part.label}
          </button>
        ))}
      </span>
    </div>
  )
}
