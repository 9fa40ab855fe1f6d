import { importColumns, importLimits } from '../../import/contract'
import { readColumns, readRow, type ParsedRow } from '../../import/rules'
import { nameKey } from '../../rules'
import { cleanLine } from '../change/clean-fields'
import { csvRefusal, readCsvLines } from '@quaff/platform/server/list/read-csv'

export type ParsedFile = { header: string[]; rows: ParsedRow[]; ignored: string[] }

/** The rows of a file with what is wrong in each; a file that can not be read at all is refused with a sentence. */
export function parseFile(csv: string, existingNames: readonly string[]): ParsedFile {
  const [first, ...lines] = readCsvLines(csv, cleanLine)
  if (!first) throw csvRefusal('The file is empty. Put the column names into its first line.')
  const header = first.record
  const { columns, ignored } = readColumns(header)
  if (!columns.has('name'))
    throw csvRefusal(
      `The file has no column "name". Its first line must hold column names: ${importColumns.join(', ')}.`,
    )
  if (lines.length > importLimits.rows)
    throw csvRefusal(
      `The file has ${lines.length} rows, at most ${importLimits.rows} can be imported at once. Split it.`,
    )
  const taken = new Set(existingNames.map(nameKey))
  const rows = lines.map(({ line, record }) => readRow(line, record, columns, taken))
  return { header, ignored, rows }
}
