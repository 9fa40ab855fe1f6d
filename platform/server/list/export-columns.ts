import { dateTimeTextIn } from '@quaff/platform/shared/calendar'
import type { RecordFields } from '@quaff/platform/shared/fields/record'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { Context } from '../context'
import { byteOrderMark, csvLines, type CsvCell } from './csv'
import { type SheetCell, xlsxPieces } from './xlsx'

type PlainValue = CsvCell | number | boolean | null

/**
 * One column of an exported file. Without `key` it is only in CSV and workbooks, without `header` only in JSON. `cell`
 * formats their value if it differs.
 */
export type ExportColumn<Row> =
  | { key: string; header: string; value: (row: Row) => PlainValue; cell?: undefined; kind?: undefined }
  | { key?: string; header: string; value?: (row: Row) => unknown; cell: (row: Row) => SheetCell; kind?: CellKind }
  | { key: string; header?: undefined; value: (row: Row) => unknown; cell?: undefined; kind?: undefined }
/** `utc`: the specification fixes the CSV heading, so that it can't name a zone. */
type CellKind = 'instant' | 'utc' | 'amount' | 'whole'

/** The column of a plain field of a record, under the label that the form shows. */
export const columnOf = <F extends RecordFields, Name extends keyof F & string>(fields: F, name: Name) => ({
  key: name,
  header: fields[name]?.label ?? name,
  value: (row: { readonly [Key in Name]: string | null }) => row[name],
})

/** A column of instants: ISO text in JSON, local time in CSV and workbooks. The epoch means "unknown" (G29). */
export const instantColumn = <Row>(
  key: string,
  header: string,
  at: (row: Row) => Date | null | undefined,
  kind: 'instant' | 'utc' = 'instant',
) => ({
  key,
  header,
  kind,
  value: (row: Row) => known(at(row))?.toISOString() ?? null,
  cell: (row: Row) => known(at(row)),
})

/** A column of instants that JSON lacks. */
export const instantCell = <Row>(header: string, at: (row: Row) => Date | null | undefined) => ({
  header,
  kind: 'instant' as const,
  cell: (row: Row) => known(at(row)),
})

/** A column of amounts: minor units in JSON, whole units in CSV and workbooks. */
export const amountColumn = <Row extends { readonly currency: string }>(
  key: string,
  header: string,
  amount: (row: Row) => number,
) => ({
  key,
  header,
  kind: 'amount' as const,
  value: amount,
  cell: (row: Row) => ({ decimal: decimalText(amount(row), row.currency) }),
})

const known = (at: Date | null | undefined) => (at && at.getTime() !== 0 ? at : null)

/** "Updated (America/New_York)" */
const localHeading = (name: string, zone: string) => `${name} (${zone})`

export const csvHeaders = <Row>(columns: readonly ExportColumn<Row>[], zone: string): string[] =>
  sheetColumns(columns).map(({ header, kind }) => (kind === 'instant' ? localHeading(header, zone) : header))

/** The CSV file in pieces. The header line is there without rows too. */
export async function* csvPieces<Row>(
  { csvDialect, settings: { timeZone } }: Pick<Context, 'csvDialect' | 'settings'>,
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = sheetColumns(columns)
  yield byteOrderMark + csvLines([csvHeaders(columns, timeZone)], csvDialect)
  for await (const page of pages)
    if (page.length > 0)
      yield csvLines(
        page.map((row) => cells.map(({ cell, kind }) => plainCell(cell(row), kind === 'utc' ? null : timeZone))),
        csvDialect,
      )
}

/** Numbers stay numbers in every dialect. Without a zone, an instant is ISO text. */
function plainCell(value: SheetCell, zone: string | null): CsvCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return { decimal: String(value) }
  if (value instanceof Date) return zone === null ? value.toISOString() : dateTimeTextIn(zone, value)
  return value ?? ''
}

/** The workbook in pieces, with its one sheet called `name`. */
export function workbookPieces<Row>(
  { settings: { timeZone: zone } }: Pick<Context, 'settings'>,
  name: string,
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const written = sheetColumns(columns)
  const sheet = written.map(({ header, kind }) =>
    kind === 'instant' || kind === 'utc'
      ? { header: localHeading(header, zone), kind: 'instant' as const }
      : { header, kind },
  )
  return xlsxPieces({ name, zone }, sheet, sheetPages(written, pages))
}

async function* sheetPages<Row>(columns: readonly SheetColumn<Row>[], pages: AsyncIterable<readonly Row[]>) {
  for await (const page of pages) yield page.map((row) => columns.map(({ cell }) => cell(row)))
}

type SheetColumn<Row> = { header: string; kind: CellKind | undefined; cell: (row: Row) => SheetCell }

const sheetColumns = <Row>(columns: readonly ExportColumn<Row>[]): SheetColumn<Row>[] =>
  columns.flatMap((column) =>
    column.header === undefined ? [] : { header: column.header, kind: column.kind, cell: column.cell ?? column.value },
  )

/** Writes one array of objects in chunks. */
export async function* jsonPieces<Row>(
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const fields = columns.flatMap(({ key, value }) => (key === undefined || value === undefined ? [] : { key, value }))
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
