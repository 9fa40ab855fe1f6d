import type { ReactNode } from 'react'
import { gridRef } from '../controls/grid-ref'
import classes from './figures-table.module.css'

export interface FigureColumn<T> {
  id: string
  header: string
  /** An undefined cell shows "—" and is left out of the phone card. */
  cell: (row: T) => ReactNode
  align?: 'right'
  /** Names the row, on the phone card above everything else. */
  isTitle?: boolean
}

/** A line below the rows: cells by column id. */
export interface FigureTotal {
  id: string
  cells: Readonly<Record<string, ReactNode>>
}

interface FiguresTableProps<T> {
  caption: string
  columns: readonly FigureColumn<T>[]
  rows: readonly T[]
  rowId: (row: T) => string
  totals?: readonly FigureTotal[]
  /** Its links are one tab stop. */
  hasLinks?: boolean
}

/** Rows of amounts that are only read; cards on a phone, a plain table on paper. */
export function FiguresTable<T>({ caption, columns, rows, rowId, totals = [], hasLinks }: FiguresTableProps<T>) {
  return (
    <div className="q-scroll-x" role="region" aria-label={caption} tabIndex={hasLinks ? undefined : 0}>
      <table ref={hasLinks ? gridRef : undefined} role={hasLinks ? 'grid' : undefined} className={classes.table}>
        <caption className="q-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <FigureCell key={column.id} column={column} blank={<span className="q-muted">—</span>}>
                  {column.cell(row)}
                </FigureCell>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map(({ id, cells }) => (
              <tr key={id}>
                {columns.map((column) => (
                  <FigureCell key={column.id} column={column}>
                    {cells[column.id]}
                  </FigureCell>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

type FigureCellProps = { column: Omit<FigureColumn<never>, 'cell'>; blank?: ReactNode; children: ReactNode }

function FigureCell({ column: { header, align, isTitle }, blank, children }: FigureCellProps) {
  const isEmpty = children === undefined || children === null
  return isTitle ? (
    <th scope="row" data-title>
      {children}
    </th>
  ) : (
    <td data-align={align} data-label={header} data-empty={isEmpty || undefined}>
      {isEmpty ? blank : children}
    </td>
  )
}
