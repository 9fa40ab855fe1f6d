import type { Pool, QueryConfig, QueryResult } from 'pg'
import type { Queryable } from '../context'

/** The arguments of a query: text or configuration, then values. */
export type Statement = [query: string | QueryConfig, values?: unknown[]]

export interface ReadPool extends Pool {
  /** Sends all statements on one connection without waiting between them. Each fails or succeeds by itself. */
  queryTogether(statements: readonly Statement[]): Promise<PromiseSettledResult<QueryResult>[]>
}

/**
 * Runs `read` with a database that sends the statements of one `Promise.all` in one round trip, on one connection.
 * Use it for short reads that don't depend on each other: on one connection they run one after the other, so a slow
 * read would delay the rest. Each read fails by itself. A transaction already sends its statements this way.
 */
export function batchReads<Db extends Queryable, T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return read('$batching' in db ? (db.$batching as Db) : db)
}
