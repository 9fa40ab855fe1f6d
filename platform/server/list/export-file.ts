import type { Pool } from 'pg'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportFormat } from '@quaff/platform/shared/export-formats'
import type { Context } from '../context'
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

/** The connection pool's current use. */
export type Connections = { $client: Pick<Pool, 'options' | 'totalCount' | 'idleCount'> }

/** A request that has just come asks its first question three turns of the process later: it is not passed by. */
const turns = 4
/** Continues after this time, or a busy console would block a file forever. */
const patienceMs = 25

/** All who ask it share one connection, as those of the embedded database do. */
const isShared = ({ $client }: Connections) => $client.options.max === 1

/** Call it before each step of a long task. On a shared connection, waiting requests run first. */
async function letOthersFirst(db: Connections) {
  if (!isShared(db)) return
  const until = performance.now() + patienceMs
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  while (isTaken(db) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 1))
}

const isTaken = ({ $client }: Connections) => $client.idleCount < $client.totalCount
