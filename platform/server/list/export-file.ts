import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportFormat } from '@quaff/platform/shared/export-formats'
import type { Context } from '../context'
import { isShared, letOthersFirst, type Connections } from '../reading/others-first'
import { nextCursor, type KeysetRow, type PageOrder } from './keyset'

/** `chunks` is read as the reader takes it. */
export type ExportedFile = {
  fileName: string
  contentType: string
  headers?: Record<string, string>
  chunks: AsyncIterable<string | Uint8Array>
}

export const csvType = 'text/csv; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'
const contentTypes: Record<ExportFormat, string> = {
  csv: csvType,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: jsonType,
}
/** Twice the rows would be slightly quicker, but each page would block other requests twice as long. */
const pageSizes = { shared: 150, pooled: 350 } as const

/** `name-2031-05-01.csv`, by the platform's calendar. */
export function exportedFile(
  ctx: Context,
  name: string,
  format: ExportFormat,
  chunks: ExportedFile['chunks'],
): ExportedFile {
  const fileName = `${name}-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return { fileName, contentType: contentTypes[format], chunks }
}

/** Yields all matching rows with one page in memory. Do not read ahead: it is no quicker and delays other requests. */
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
