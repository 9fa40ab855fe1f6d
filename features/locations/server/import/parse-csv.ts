import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '@quaff/platform/shared/refusal'
import { importColumns, importLimits } from '../../import/contract'
import { readColumns, readRow, type ParsedRow } from '../../import/rules'
import { nameKey } from '../../rules'
import { cleanLine } from '../change/clean-fields'

const maxColumns = 100

export type ParsedFile = { header: string[]; rows: ParsedRow[]; ignored: string[] }

/** The rows of a file with what is wrong in each; a file that can not be read at all is refused with a sentence. */
export function parseFile(csv: string, existingNames: readonly string[]): ParsedFile {
  const [first, ...lines] = readLines(csv)
  if (!first) throw refuseFile('The file is empty. Put the column names into its first line.')
  const header = first.record.slice(0, maxColumns)
  const { columns, ignored } = readColumns(header)
  if (!columns.has('name'))
    throw refuseFile(
      `The file has no column "name". Its first line must hold column names: ${importColumns.join(', ')}.`,
    )
  if (lines.length > importLimits.rows)
    throw refuseFile(
      `The file has ${lines.length} rows, at most ${importLimits.rows} can be imported at once. Split it.`,
    )
  const taken = new Set(existingNames.map(nameKey))
  const rows = lines.map(({ line, record }) => readRow(line, record.slice(0, maxColumns), columns, taken))
  return { header, ignored, rows }
}

type Line = { line: number; record: string[] }

function readLines(csv: string): Line[] {
  try {
    const lines: Line[] = []
    parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      on_record: (record: string[], { lines: line }) => {
        // A record may span lines; its number is that of its last one, as a spreadsheet has only one per row.
        lines.push({ line, record: record.map(cleanLine) })
        return null
      },
    })
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile('The file can not be read as CSV. Save it as CSV (UTF-8) again.')
    throw error
  }
}

/** Spreadsheets of many countries separate by semicolon, copied tables by tab. */
function delimiterOf(csv: string): string {
  const header = csv.split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

const refuseFile = (message: string) => new Refusal('BAD_REQUEST', 'CSV', message, { field: 'csv' })
