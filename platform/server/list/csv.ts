import { stringify } from 'csv-stringify/sync'
import { byteOrderMark, safeCell } from '@quaff/platform/shared/csv'

export { byteOrderMark, safeCell }

/** `decimal`: digits of our own making, which a spreadsheet shall read as a number, negative ones too. */
export type CsvCell = string | { decimal: string }

/** Lines of RFC 4180, each text made safe against formulas. Empty text for no rows. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? safeCell(cell) : cell.decimal))),
    { record_delimiter: 'windows', quoted_match: /[;\t]/ },
  )
}

/** Every text as it is, for programs: a spreadsheet would run its formulas. */
export function exactCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[;\t]/ })
}
