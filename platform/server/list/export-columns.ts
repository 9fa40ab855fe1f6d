import { dateTimeTextIn } from '@quaff/platform/shared/calendar'
import type { RecordFields } from '@quaff/platform/shared/fields/record'
import type { Context } from '../context'
import { byteOrderMark, csvLines, type CsvCell } from './csv'

type PlainValue = CsvCell | number | boolean | null

/**
 * One column of an exported file. Without `key` it is only in CSV, without `header` only in JSON. `cell` formats the
 * CSV value if it differs.
 */
export type ExportColumn<Row> =
  | { key: string; header: string; value: (row: Row) => PlainValue; cell?: undefined }
  | { key: string; header: string; value: (row: Row) => unknown; cell: (row: Row) => PlainValue }
  | { key: string; header?: undefined; value: (row: Row) => unknown; cell?: undefined }
  | { key?: undefined; header: string; value?: undefined; cell: (row: Row) => PlainValue }

/** The column of a plain field of a record, under the label that the form shows. */
export const columnOf = <F extends RecordFields, Name extends keyof F & string>(fields: F, name: Name) => ({
  key: name,
  header: fields[name]?.label ?? name,
  value: (row: { readonly [Key in Name]: string | null }) => row[name],
})

/** Numbers stay numbers in every dialect. */
function plainCell(value: PlainValue): CsvCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return { decimal: String(value) }
  return value ?? ''
}

/** Returns ISO text. The epoch means "unknown" (G29). */
export const knownInstant = (at: Date | null | undefined) => (at && at.getTime() !== 0 ? at.toISOString() : null)

/** Local time for a CSV column whose heading names the zone; empty if the instant is missing or the epoch. */
export const localCell = (zone: string, at: Date | null | undefined) =>
  knownInstant(at) && at ? dateTimeTextIn(zone, at) : ''

/** "Updated (America/New_York)" */
export const localHeading = (name: string, zone: string) => `${name} (${zone})`

export const csvHeaders = <Row>(columns: readonly ExportColumn<Row>[]): string[] =>
  columns.flatMap(({ header }) => header ?? [])

/** The CSV file in pieces. The header line is there without rows too. */
export async function* csvPieces<Row>(
  { csvDialect }: Pick<Context, 'csvDialect'>,
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = columns.flatMap((column) => cellOf(column) ?? [])
  yield byteOrderMark + csvLines([csvHeaders(columns)], csvDialect)
  for await (const page of pages)
    if (page.length > 0)
      yield csvLines(
        page.map((row) => cells.map((cell) => plainCell(cell(row)))),
        csvDialect,
      )
}

function cellOf<Row>(column: ExportColumn<Row>): ((row: Row) => PlainValue) | undefined {
  if (column.header === undefined) return undefined
  return column.cell ?? column.value
}

/** Writes one array of objects in chunks. */
export async function* jsonPieces<Row>(
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const fields = columns.flatMap((column) => (column.key === undefined ? [] : [column]))
  const objectOf = (row: Row) => Object.fromEntries(fields.map(({ key, value }) => [key, value(row)]))
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(objectOf(row))).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
