import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Glyph } from '../../theme/glyph'
import { type Column, SelectBox, type TableSelection, type TableSort } from './title-cell'
import classes from './data-table.module.css'

interface HeaderRowProps<T> {
  columns: Column<T>[]
  sort?: TableSort
  onSortChange?: (sort: TableSort) => void
  selection?: TableSelection
  ids: string[]
  onToggleAll: () => void
}

export function HeaderRow<T>({ columns, sort, onSortChange, selection, ids, onToggleAll }: HeaderRowProps<T>) {
  const chosen = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  return (
    <tr>
      {selection && (
        <th scope="col" className={classes.select}>
          <SelectBox
            label="Select all rows"
            checked={chosen > 0 && chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            disabled={ids.length === 0}
            onToggle={onToggleAll}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeaderCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
      ))}
    </tr>
  )
}

function HeaderCell<T>({
  column,
  sort,
  onSortChange,
}: {
  column: Column<T>
  sort?: TableSort
  onSortChange?: (sort: TableSort) => void
}) {
  const { sortKey } = column
  const active = sort !== undefined && sort.key === sortKey ? sort : undefined
  const ariaSort = active ? (active.direction === 'asc' ? 'ascending' : 'descending') : undefined
  const arrow = active && <Glyph icon={active.direction === 'asc' ? IconArrowUp : IconArrowDown} size={12} />
  if (sortKey === undefined || !onSortChange) {
    return (
      <th scope="col" data-column={column.id} data-align={column.align} aria-sort={ariaSort}>
        {column.card === 'menu' ? <span className="q-hidden">{column.header}</span> : column.header}
        {arrow}
      </th>
    )
  }
  const nextDirection = active?.direction === 'desc' ? 'asc' : 'desc'
  return (
    <th scope="col" data-column={column.id} data-align={column.align} aria-sort={ariaSort}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSortChange({ key: sortKey, direction: nextDirection })}
      >
        {column.header}
        {arrow}
      </button>
    </th>
  )
}
