import { Skeleton } from '../../display/skeleton'
import type { Column } from '../table-column'
import { cardPlaces } from './card-place'
import classes from './data-table.module.css'

interface SkeletonRowsProps<T> {
  columns: Column<T>[]
  count: number
  selectable: boolean
}

const TITLE_WIDTHS = [136, 112, 152, 124]

/** As many rows as a page holds, in the shape of what comes. */
export function SkeletonRows<T>({ columns, count, selectable }: SkeletonRowsProps<T>) {
  const places = cardPlaces(columns)
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={classes.skeletonRow} aria-hidden={row > 0 || undefined}>
      {selectable && (
        <td className={classes.select} data-card="select">
          <Skeleton width={16} height={16} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.align} data-card={places[index]}>
          {row === 0 && index === 0 && <span className="q-hidden">Loading…</span>}
          <SkeletonCell place={places[index]} width={TITLE_WIDTHS[row % TITLE_WIDTHS.length] ?? 128} />
        </td>
      ))}
    </tr>
  ))
}

function SkeletonCell({ place, width }: { place?: string; width: number }) {
  if (place === 'status') return <Skeleton width={88} height={20} shape="pill" />
  if (place !== 'title') return <Skeleton width={64} height={10} />
  return (
    <span className={classes.who}>
      <Skeleton width={32} height={32} shape="block" />
      <span className="q-stack-tight">
        <Skeleton width={width} height={10} />
        <Skeleton width={72} height={8} />
      </span>
    </span>
  )
}
