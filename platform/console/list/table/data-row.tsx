import { isValidElement, useMemo, type MouseEvent } from 'react'
import type { Column } from '../table-column'
import { TitleCell } from './title-cell'
import { cardPlaces } from './card-place'
import classes from './data-table.module.css'
import { isPlainClick, RowLinkContext, type RowLink } from './row-context'
import { SelectBox } from './select-box'

interface DataRowProps<T> {
  row: T
  id: string
  label: string
  href?: string
  columns: Column<T>[]
  open: boolean
  /** Undefined where the list has no selection. */
  selected?: boolean
  onOpen: (id: string) => void
  onToggle: (id: string, range: boolean) => void
  onFocus: () => void
}

function hrefOf(id: string): string {
  const search = new URLSearchParams(window.location.search)
  search.set('id', id)
  return `?${search.toString()}`
}

const interactive = 'a, button, input, select, textarea, label, [role="menuitem"]'

export function DataRow<T>({
  row,
  id,
  label,
  href,
  columns,
  open,
  selected,
  onOpen,
  onToggle,
  onFocus,
}: DataRowProps<T>) {
  const places = cardPlaces(columns)
  const link = useMemo<RowLink>(
    () => ({
      id,
      label,
      href: href ?? hrefOf(id),
      onClick: (event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onOpen(id)
      },
    }),
    [id, label, href, onOpen],
  )

  const clickRow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (
      !(event.target instanceof Element) ||
      !event.currentTarget.contains(event.target) ||
      event.target.closest(interactive)
    )
      return
    if (event.shiftKey && selected !== undefined) onToggle(id, true)
    else if (isPlainClick(event) && !window.getSelection()?.toString()) onOpen(id)
  }

  return (
    <tr
      data-row-id={id}
      data-open={open}
      data-selected={selected}
      aria-selected={selected}
      onClick={clickRow}
      onFocus={onFocus}
    >
      {selected !== undefined && (
        <td className={classes.select} data-card="select">
          <SelectBox label={`Select ${label}`} checked={selected} onToggle={(range) => onToggle(id, range)} />
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.cell(row)
        return (
          <td
            key={column.id}
            data-align={column.align}
            data-card={places[index]}
            data-label={places[index] === 'fact' ? column.header : undefined}
          >
            {index === 0 ? (
              <RowLinkContext value={link}>
                {isValidElement(content) ? content : <TitleCell title={content} />}
              </RowLinkContext>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
}
