import { drizzle } from 'drizzle-orm/node-postgres'
import { type QueryResult, types } from 'pg'
import type { Database } from '../../context'
import type { ReadPool, Statement } from '../../reading/batch-reads'

/**
 * The query builder on a pool, and beside it the one that `batchReads` uses. Without `jit`, which compiles a function for
 * each call of a query that is not prepared: that costs more than it saves.
 */
export function openDrizzle(pool: ReadPool): Database {
  const client: ReadPool = Object.create(pool, { query: { value: batched(pool) } })
  const batching = drizzle({ client }) as Database
  // A batch within a batch is the same one.
  batching.$batching = batching
  return Object.assign(drizzle({ client: pool }), { $batching: batching })
}

type Waiting = { statement: Statement; resolve(result: QueryResult): void; reject(error: unknown): void }

/** Returns a `query` that collects the statements of the current turn and sends them together. */
function batched(pool: ReadPool) {
  let waiting: Waiting[] = []
  const flush = async () => {
    const sent = waiting
    waiting = []
    try {
      const results = await pool.queryTogether(sent.map(({ statement }) => statement))
      results.forEach((result, at) => {
        if (result.status === 'fulfilled') sent[at]?.resolve(result.value)
        else sent[at]?.reject(result.reason)
      })
    } catch (error) {
      for (const { reject } of sent) reject(error)
    }
  }
  return (...statement: Statement) =>
    new Promise<QueryResult>((resolve, reject) => {
      if (waiting.push({ statement, resolve, reject }) === 1) process.nextTick(() => void flush())
    })
}

const { INT8, NUMERIC } = types.builtins

/** Counts and sums arrive as numbers; what a number cannot hold exactly stays a string. */
export function readNumbers() {
  types.setTypeParser(INT8, readExactly)
  types.setTypeParser(NUMERIC, readExactly)
}

function readExactly(text: string) {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value
}
