import { stringify } from 'csv-stringify/sync'

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Signs that begin a formula, full-width and small forms included, also behind blanks and invisible characters. */
const formulaStart = /^(?:[\t\r\n\0]|[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u

/** A leading apostrophe makes the cell plain text. */
export function safeCell(value: string): string {
  return formulaStart.test(value) ? `'${value}` : value
}

/** Lines of RFC 4180, each cell made safe against formulas. Empty text for no rows. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows' },
  )
}
