import { isValidElement, memo, type MouseEvent, useMemo } from 'react'
import { type Column, isPlainClick, type RowLink, RowLinkContext, SelectBox, TitleCell } from './title-cell'
import rowStyles from './data-row.module.css'
import classes from './data-table.module.css'

interface DataRowProps<T> {
  row: T
  id: string
  index: number
  label: string
  /** Address of the row's link; the record's own on this page when left out. */
  href?: string
  columns: Column<T>[]
  open: boolean
  /** Undefined where the list has no selection. */
  selected?: boolean
  /** It cannot be selected. */
  locked?: boolean
  onOpen: (id: string) => void
  onToggle: (id: string, range: boolean) => void
  onActive: (index: number) => void
}

function Cells<T>({ row, columns, link }: { row: T; columns: Column<T>[]; link: RowLink }) {
  const places = cardPlaces(columns)
  return (
    <>
      {columns.map((column, place) => {
        const content = column.cell(row)
        return (
          <td
            key={column.id}
            className={places[place] === 'title' ? classes.title : undefined}
            data-align={column.align}
            data-card={places[place]}
            data-label={places[place] === 'fact' || places[place] === 'hide' ? column.header : undefined}
          >
            {place === 0 ? (
              <RowLinkContext value={link}>
                {isValidElement(content) ? content : <TitleCell title={content} />}
              </RowLinkContext>
            ) : (
              content
            )}
          </td>
        )
      })}
    </>
  )
}

const FACTS_BY_DEFAULT = 3

/** Memoized: selecting or opening a row does not render its cells. */
const RowCells = memo(Cells) as typeof Cells

const interactive = 'a, button, input, select, textarea, label, [role="menuitem"]'

function Row<T>({
  row,
  id,
  index,
  label,
  href,
  columns,
  open,
  selected,
  locked,
  onOpen,
  onToggle,
  onActive,
}: DataRowProps<T>) {
  const link = useMemo<RowLink>(
    () => ({
      id,
      label,
      href,
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
      className={rowStyles.row}
      data-row-id={id}
      data-open={open}
      data-selected={selected}
      aria-selected={selected}
      onClick={clickRow}
      onFocus={() => onActive(index)}
    >
      {selected !== undefined && (
        <td className={classes.select} data-card="select">
          {!locked && (
            <SelectBox label={`Select ${label}`} checked={selected} onToggle={(range) => onToggle(id, range)} />
          )}
        </td>
      )}
      <RowCells row={row} columns={columns} link={link} />
    </tr>
  )
}

/**
 * Renders only the changed rows of a list with stable columns. React's type of a memoized component loses the row
 * type.
 */
// React's own type of a memoised component forgets what kind of row it takes.
export const DataRow = memo(Row) as typeof Row

type CardPlace = NonNullable<Column<unknown>['card']>

/** Assigns the columns without an explicit place to the parts of the phone card. */
export function cardPlaces<T>(columns: Column<T>[]): CardPlace[] {
  let details = 0
  return columns.map((column, index) => {
    if (column.card) {
      if (column.card === 'fact') details += 1
      return column.card
    }
    if (index === 0) return 'title'
    details += 1
    return details <= FACTS_BY_DEFAULT ? 'fact' : 'hide'
  })
}
