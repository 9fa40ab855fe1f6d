import { csvRefusal, readCsvLines } from '@quaff/platform/server/list/read-csv'
import {
  describeColumns,
  namedHeadings,
  type ByHand,
  type FileColumns,
} from '@quaff/platform/shared/file-columns/rules'
import { importLimits, type ImportColumn } from '../import-contract'
import { readColumns, readRow, requiredColumns, type ParsedRow } from '../import-rules'
import { nameKey } from '../rules'
import { cleanLine } from './clean-fields'

export type ParsedFile = { header: string[]; columns: FileColumns<ImportColumn>; rows: ParsedRow[] }
type Choice = { csv: string; columns?: ByHand<ImportColumn> | undefined }

/** The rows of a file with what is wrong in each, none before the required columns are known; one that cannot be read at all is refused with a sentence. */
export function parseFile({ csv, columns: byHand }: Choice, existingNames: readonly string[]): ParsedFile {
  const [first, ...lines] = readCsvLines(csv, cleanLine)
  if (!first) throw csvRefusal('The file is empty. Add column names in the first row.')
  const placed = readColumns(first.record, byHand)
  if (lines.length > importLimits.rows)
    throw csvRefusal(`The file has ${lines.length} rows, the maximum is ${importLimits.rows}. Split the file.`)
  const taken = new Set(existingNames.map(nameKey))
  const records = [first, ...lines].map(({ record }) => record)
  const columns = describeColumns(records, placed, requiredColumns)
  const isReadable = columns.missingColumns.length === 0
  return {
    header: namedHeadings(first.record, columns),
    columns,
    rows: isReadable ? lines.map(({ line, record }) => readRow(line, record, placed.columns, taken)) : [],
  }
}
