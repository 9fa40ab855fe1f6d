import { isValidElement, type ReactNode } from 'react'
import { gridRef } from '../../controls/grid-ref'
import { AppLink } from '../../frame/app-link'
import classes from './chart-table.module.css'

interface ChartTableProps {
  caption: string
  headers: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly ReactNode[])[]
}

/** The same figures for everyone who would rather read. */
export function ChartTable({ caption, headers, rows }: ChartTableProps) {
  const isGrid = rows.some((cells) => cells.some(isValidElement))
  return (
    <div className={classes.frame} tabIndex={isGrid ? undefined : 0} role="region" aria-label={caption}>
      <table ref={isGrid ? gridRef : undefined} role={isGrid ? 'grid' : undefined} className={classes.table}>
        <caption className="q-hidden">{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, ...values], row) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {values.map((value, column) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A count that links to its rows. A count of zero is plain text. */
export const linkedCount = (count: number, text: string, to: string | undefined): ReactNode =>
  count === 0 || to === undefined ? text : <AppLink to={to}>{text}</AppLink>
