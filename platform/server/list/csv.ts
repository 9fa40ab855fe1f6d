import { stringify } from 'csv-stringify/sync'
import {
  byteOrderMark,
  cellText,
  safeCell,
  separatorOf,
  type CsvCell,
  type CsvDialect,
} from '@quaff/platform/shared/csv'

export { byteOrderMark, safeCell, type CsvCell }

/** Lines of RFC 4180, each text made safe against formulas. Empty text for no rows. */
export function csvLines(rows: readonly (readonly CsvCell[])[], dialect: CsvDialect = 'comma'): string {
  return stringify(
    rows.map((row) => row.map((cell) => cellText(cell, dialect))),
    { record_delimiter: 'windows', delimiter: separatorOf[dialect], quoted_match: /[;\t]/ },
  )
}

/** Every text as it is, for programs: a spreadsheet would run its formulas. */
export function exactCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[;\t]/ })
}
