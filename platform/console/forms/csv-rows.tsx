import type { ReactNode } from 'react'
import { formatCount } from '../display/figure-text'
import classes from './csv.module.css'

interface CsvRow {
  /** As a spreadsheet counts: the header is line 1. */
  line: number
  errors: readonly { column: string; message: string }[]
}
interface CsvColumn<Row> {
  label: string
  text: (row: Row) => string
}

interface CsvRowsProps<Row> {
  rows: readonly Row[]
  /** What the row is recognised by, before its result. */
  subject: CsvColumn<Row>
  details: readonly CsvColumn<Row>[]
  result: (row: Row) => ReactNode
  /** How many are drawn; the others are counted below. */
  atMost?: number
}

/** What a file holds, row by row, with what is wrong in each. */
export function CsvRows<Row extends CsvRow>({ rows, subject, details, result, atMost = Infinity }: CsvRowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label="Rows of the file">
      <table className={classes.table}>
        <thead>
          <tr>
            {['Line', subject.label, 'Result', ...details.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, atMost).map((row) => (
            <tr key={row.line}>
              <td className="q-num">{row.line}</td>
              <td>{subject.text(row) || '—'}</td>
              <td>
                {result(row)}
                {row.errors.map(({ column, message }) => (
                  <div key={`${column} ${message}`} className={classes.fault}>
                    <b>{column}</b>: {message}
                  </div>
                ))}
              </td>
              {details.map(({ label, text }) => (
                <td key={label}>{text(row) || '—'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > atMost && (
        <p className={`q-caption ${classes.more}`}>{`and ${formatCount(rows.length - atMost)} more rows`}</p>
      )}
    </div>
  )
}
