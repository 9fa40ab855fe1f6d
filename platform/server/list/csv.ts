import { stringify } from 'csv-stringify/sync'
import { byteOrderMark, safeCell } from '@quaff/platform/shared/csv'

export { byteOrderMark, safeCell }

/** Lines of RFC 4180, each cell made safe against formulas. Empty text for no rows. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    { record_delimiter: 'windows' },
  )
}
