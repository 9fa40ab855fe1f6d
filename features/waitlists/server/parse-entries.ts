import { csvRefusal, readCsvLines, type CsvLine } from '@quaff/platform/server/list/read-csv'
import {
  describeColumns,
  namedHeadings,
  type ByHand,
  type FileColumns,
} from '@quaff/platform/shared/file-columns/rules'
import { withoutControls } from '@quaff/platform/shared/text'
import { waitlistImportLimits, type WaitlistColumn } from '../import/contract'
import { readColumns, readEntry, requiredColumns, type ReadEntry } from '../import/rules'

export type ParsedEntries = {
  header: string[]
  columns: FileColumns<WaitlistColumn>
  rows: ReadEntry[]
  answerColumns: string[]
}

/** The lines of a file; one that cannot be read at all is refused with a sentence. */
export const readLines = (csv: string) => readCsvLines(csv, withoutControls)

/**
 * No rows before the required columns are known. The first line with an address is no duplicate here: what is on the
 * list already knows `markListed`.
 */
export function parseEntries(lines: readonly CsvLine[], byHand?: ByHand<WaitlistColumn>): ParsedEntries {
  const [first, ...rest] = lines
  if (!first) throw csvRefusal('The file is empty. Put the column names in the first line.')
  const placed = readColumns(first.record, byHand)
  if (rest.length > waitlistImportLimits.rows)
    throw csvRefusal(
      `The file has ${count(rest.length)} rows. You can import up to ${count(waitlistImportLimits.rows)}. Split the file.`,
    )
  const taken = new Set<string>()
  const records = lines.map(({ record }) => record)
  const columns = describeColumns(records, placed, requiredColumns)
  const isReadable = columns.missingColumns.length === 0
  return {
    header: namedHeadings(first.record, columns),
    columns,
    rows: isReadable ? rest.map(({ line, record }) => readEntry(line, record, placed, taken)) : [],
    answerColumns: [...placed.answers.keys()],
  }
}

/** Addresses that may become people. */
export const emailsOf = ({ rows }: ParsedEntries) =>
  rows.filter(({ errors, isDuplicate }) => errors.length === 0 && !isDuplicate).map(({ email }) => email)

/** Whoever is on the list already is a duplicate from the first line on. */
export function markListed(file: ParsedEntries, listed: ReadonlySet<string>): ParsedEntries {
  const isListed = ({ email, errors }: ReadEntry) => errors.length === 0 && listed.has(email)
  return { ...file, rows: file.rows.map((row) => (isListed(row) ? { ...row, isDuplicate: true } : row)) }
}

const count = (value: number) => value.toLocaleString('en-US')
