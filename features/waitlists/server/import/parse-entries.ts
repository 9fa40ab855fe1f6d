import { CsvError, parse } from 'csv-parse/sync'
import { Refusal } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import { waitlistColumns, waitlistImportLimits } from '../../import/contract'
import { readColumns, readEntry, type ReadEntry } from '../../import/rules'

const maxColumns = 100

export type ParsedEntries = { header: string[]; rows: ReadEntry[]; answerColumns: string[] }
type Line = { line: number; record: string[] }

/** The lines of a file; one that can not be read at all is refused with a sentence. */
export function readLines(csv: string): Line[] {
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
        lines.push({ line, record: record.slice(0, maxColumns).map(withoutControls) })
        return null
      },
    })
    return lines
  } catch (error) {
    if (error instanceof CsvError) throw refuseFile('The file can not be read as CSV. Save it as CSV (UTF-8) again.')
    throw error
  }
}

/** Addresses of `existing` are duplicates from the first line on. */
export function parseEntries(lines: readonly Line[], existing: readonly string[]): ParsedEntries {
  const [first, ...rest] = lines
  if (!first) throw refuseFile('The file is empty. Put the column names into its first line.')
  const columns = readColumns(first.record)
  if (!columns.known.has('email'))
    throw refuseFile(
      `The file has no column "email". Its first line must hold column names: ${waitlistColumns.join(', ')}.`,
    )
  if (rest.length > waitlistImportLimits.rows)
    throw refuseFile(
      `The file has ${count(rest.length)} rows, at most ${count(waitlistImportLimits.rows)} can be imported at once. Split it.`,
    )
  const taken = new Set(existing)
  return {
    header: first.record,
    rows: rest.map(({ line, record }) => readEntry(line, record, columns, taken)),
    answerColumns: [...columns.answers.keys()],
  }
}

const count = (value: number) => value.toLocaleString('en-US')

/** Spreadsheets of many countries separate by semicolon, copied tables by tab. */
function delimiterOf(csv: string): string {
  const header = csv.split(/\r?\n/, 1)[0] ?? ''
  const counts = [',', ';', '\t'].map((sign) => ({ sign, parts: header.split(sign).length }))
  return counts.reduce((best, one) => (one.parts > best.parts ? one : best)).sign
}

const refuseFile = (message: string) => new Refusal('BAD_REQUEST', 'CSV', message, { field: 'csv' })
