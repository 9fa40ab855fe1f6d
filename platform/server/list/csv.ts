import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import {
  byteOrderMark,
  cellText,
  type CsvCell,
  csvLayout,
  lostCharacterText,
  safeCell,
  withoutGuard,
} from '../../shared/csv'
import { type CsvDialect, separatorOf } from '../../shared/csv-format'
import type { FileColumns } from '../../shared/file-columns'
import { platformRefusals, refuse } from '../../shared/refusal'

export { byteOrderMark, safeCell, type CsvCell }

/** Lines of RFC 4180, each text made safe against formulas. Empty text for no rows. */
export function csvLines(rows: readonly (readonly CsvCell[])[], dialect: CsvDialect = 'comma'): string {
  return stringify(
    rows.map((row) => row.map((cell) => cellText(cell, dialect))),
    { record_delimiter: 'windows', delimiter: separatorOf[dialect], quoted_match: /[;\t]/ },
  )
}

/** Writes cells unchanged, for programs. A spreadsheet would run formulas. */
export function exactCsvLines(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[;\t]/ })
}

const maxColumns = 100

/** `line` counts as a spreadsheet does: the header is line 1. */
export type CsvLine = { line: number; record: string[] }

/**
 * The lines of an uploaded file, of the first hundred columns, each cell without the apostrophes of our exports and
 * cleaned; one that cannot be read at all is refused.
 */
export function readCsvLines(csv: string, clean: (cell: string) => string = (cell) => cell): CsvLine[] {
  const lost = lostCharacterText(csv)
  if (lost !== undefined) throw csvRefusal(lost)
  const { separator: delimiter, rows } = csvLayout(csv)
  const dialect = delimiter === separatorOf.semicolon ? 'semicolon' : 'comma'
  try {
    const lines: CsvLine[] = []
    parse(rows, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      on_record: (record: string[], { lines: line }) => {
        // A record may span lines; its number is that of its last one, as a spreadsheet has only one per row.
        lines.push({ line, record: record.slice(0, maxColumns).map((cell) => clean(withoutGuard(cell, dialect))) })
        return null
      },
    })
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw csvRefusal('Couldn’t read the file as CSV. Save it again as CSV (UTF-8).')
    throw error
  }
}

export const csvRefusal = (message: string) => refuse(platformRefusals, 'CSV', message)

/** An import, unlike its preview, cannot ask which column is which. */
export function requireColumns<Column extends string>(
  { missingColumns: [column] }: Pick<FileColumns<Column>, 'missingColumns'>,
  all: readonly Column[],
) {
  if (column !== undefined)
    throw csvRefusal(
      `The file has no column “${column}”. Its first line must have these column names: ${all.join(', ')}.`,
    )
}
