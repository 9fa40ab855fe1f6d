import type { ExportFormat } from '@quaff/platform/shared/export-formats'
import { recordAudit, type AuditEntry } from '../audit'
import type { Context, Database, Transaction } from '../context'
import { findReader } from '../reading/replicas'
import { inTransaction } from '../transaction'
import { csvPieces, jsonPieces, workbookPieces, type ExportColumn } from './export-columns'
import { exportedFile, pagesOf, type ExportedFile } from './export-file'
import type { KeysetRow, PageOrder } from './keyset'

/** Written to the audit log and the user's activity: the names of the filters, never their values. */
type ExportDetails = { format: ExportFormat; filters: string[]; selected?: number | null }

export type ListExport<Row, Shown> = {
  /** File name before the date. */
  name: string
  format: ExportFormat
  filter: object
  audit: Omit<AuditEntry, 'before' | 'after'>
  /** Writes to another log in the transaction of the audit entry. */
  alsoRecord?: (ctx: Context, tx: Transaction, details: ExportDetails) => Promise<void>
  order: PageOrder
  rows: (db: Database, page: { limit: number; cursor: string | null }) => Promise<(Row & KeysetRow)[]>
  present: (rows: Row[]) => Shown[] | Promise<Shown[]>
  columns: readonly ExportColumn<Shown>[] | ((db: Database) => Promise<readonly ExportColumn<Shown>[]>)
} & Selection<Row>

/** Absent in lists without checkboxes. */
type Selection<Row> =
  | { ids?: undefined; byIds?: undefined }
  | { ids: readonly string[] | undefined; byIds: (db: Database, ids: readonly string[]) => Promise<Row[]> }

/**
 * Exports the selected rows of a list, or every row that matches its filter. The verb authorizes first; the audit entry is
 * committed before the first row is read.
 */
export async function exportList<Row, Shown>(ctx: Context, list: ListExport<Row, Shown>): Promise<ExportedFile> {
  const { name, format, audit, alsoRecord, columns } = list
  const details: ExportDetails = { format, filters: namesOfSet(list.filter) }
  if (list.byIds) details.selected = list.ids?.length ?? null
  await inTransaction(ctx, async (tx) => {
    await alsoRecord?.(ctx, tx, details)
    await recordAudit(ctx, tx, { ...audit, after: details })
  })
  const db = await findReader(ctx)
  const pages = presentedPages(db, list)
  const written = typeof columns === 'function' ? await columns(db) : columns
  return rowsFile(ctx, { name, format }, written, pages)
}

/** Writes the rows in the chosen format. */
export function rowsFile<Row>(
  ctx: Context,
  { name, format }: { name: string; format: ExportFormat },
  columns: readonly ExportColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): ExportedFile {
  const write = {
    csv: () => csvPieces(ctx, columns, pages),
    xlsx: () => workbookPieces(ctx, name, columns, pages),
    json: () => jsonPieces(columns, pages),
  }
  return exportedFile(ctx, name, format, write[format]())
}

const namesOfSet = (filter: object) =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

async function* presentedPages<Row, Shown>(db: Database, list: ListExport<Row, Shown>): AsyncGenerator<Shown[]> {
  if (list.ids) yield list.present(await list.byIds(db, list.ids))
  else for await (const page of pagesOf(db, list.order, (at) => list.rows(db, at))) yield list.present(page)
}
