import { dateTimeTextIn, dayKeyIn } from '@quaff/platform/shared/calendar'
import type { Context } from '../context'
import { isShared, letOthersFirst, type Connections } from '../reading/others-first'
import { byteOrderMark, csvLines, type CsvCell } from './csv'
import { nextCursor, type KeysetRow, type PageOrder } from './keyset'

/** `chunks` is read as the reader takes it. */
export type ExportedFile = {
  fileName: string
  contentType: string
  headers?: Record<string, string>
  chunks: AsyncIterable<string>
}

export const csvType = 'text/csv; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'
/** Twice as many are a little quicker, and everybody else waits twice as long for a page that is read and written. */
const pageSizes = { shared: 150, pooled: 350 } as const

type Formats = { csv: AsyncIterable<string>; json: AsyncIterable<string> }

/** `name-2031-05-01.csv`, by the platform's calendar. Only the chosen format is read. */
export function exportedFile(ctx: Context, name: string, format: keyof Formats, chunks: Formats): ExportedFile {
  const fileName = `${name}-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return { fileName, contentType: format === 'csv' ? csvType : jsonType, chunks: chunks[format] }
}

/** What a row is in a file of either format; `cellsOf` in the order of `columns`. */
export type RowFormat<T> = {
  columns: readonly string[]
  cellsOf: (row: T) => readonly CsvCell[]
  objectOf: (row: T) => object
}

export const exportedRows = <T>(
  ctx: Context,
  name: string,
  format: keyof Formats,
  pages: AsyncIterable<readonly T[]>,
  { columns, cellsOf, objectOf }: RowFormat<T>,
) =>
  exportedFile(ctx, name, format, { csv: csvPieces(ctx, columns, pages, cellsOf), json: jsonPieces(pages, objectOf) })

/** As ISO text. The epoch stands for "not known" (G29). */
export const knownInstant = (at: Date | null | undefined) => (at && at.getTime() !== 0 ? at.toISOString() : null)

/** Local time for a CSV column whose heading names the zone; empty if the instant is missing or the epoch. */
export const localCell = (zone: string, at: Date | null | undefined) =>
  knownInstant(at) && at ? dateTimeTextIn(zone, at) : ''

/** "Updated (America/New_York)" */
export const localHeading = (name: string, zone: string) => `${name} (${zone})`

/** Numbers stay numbers in every dialect. */
export function plainCell(value: CsvCell | number | boolean | null): CsvCell {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return { decimal: String(value) }
  return value ?? ''
}

/** All that match, a page in memory at a time. Reading ahead was tried: no quicker, and everybody else waited longer. */
export async function* pagesOf<R extends KeysetRow>(
  db: Connections,
  order: PageOrder,
  read: (page: { limit: number; cursor: string | null }) => Promise<R[]>,
): AsyncGenerator<R[]> {
  const limit = isShared(db) ? pageSizes.shared : pageSizes.pooled
  let cursor: string | null = null
  do {
    await letOthersFirst(db)
    const rows: R[] = await read({ limit, cursor })
    yield rows
    cursor = nextCursor(rows, { ...order, limit })
  } while (cursor)
}

/** What was selected: read when the file is. */
export async function* onePage<R>(read: () => Promise<R[]>): AsyncGenerator<R[]> {
  yield await read()
}

export async function* presented<R, T>(
  pages: AsyncIterable<R[]>,
  present: (rows: R[]) => T[] | Promise<T[]>,
): AsyncGenerator<T[]> {
  for await (const page of pages) yield present(page)
}

/** The file in pieces; the header stands even without rows. */
export async function* csvPieces<T>(
  { csvDialect }: Pick<Context, 'csvDialect'>,
  columns: readonly string[],
  pages: AsyncIterable<readonly T[]>,
  cellsOf: (row: T) => readonly CsvCell[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns], csvDialect)
  for await (const page of pages) if (page.length > 0) yield csvLines(page.map(cellsOf), csvDialect)
}

/** One array of objects, written piece by piece. */
async function* jsonPieces<T>(
  pages: AsyncIterable<readonly T[]>,
  objectOf: (row: T) => object,
): AsyncGenerator<string> {
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(objectOf(row))).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
