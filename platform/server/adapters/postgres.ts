import { product } from '@quaff/platform/shared/product'
import type { OpenDatabase } from './pglite/open-pglite'
import { DatabasePool } from './queries/database-pool'
import { NamingClient, UnnamedClient } from './queries/naming-client'
import { openDrizzle, readNumbers } from './queries/open-drizzle'

/** `pooled`: each transaction may meet another connection of the server. */
export type PostgresOptions = {
  connectionString: string
  max?: number
  pooled?: boolean
  /** A write is refused by the database. A pooler takes no settings of a session: there each transaction has to say so. */
  readOnly?: boolean
  connectWithinMs?: number
}

const sessionLimits = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 } as const

export function openPostgres({
  connectionString,
  max = 10,
  pooled = false,
  readOnly = false,
  connectWithinMs = 5_000,
}: PostgresOptions): OpenDatabase {
  readNumbers()
  // Compiling the parts of a list that never run takes ten times as long as its page.
  const options = `-c jit=off${readOnly ? ' -c default_transaction_read_only=on' : ''}`
  const pool = new DatabasePool({
    // Behind a transaction pooler, statements of one client use different connections, so named statements fail.
    // PgBouncer also rejects session limits, so operators set them in the database (docs/operations/install.md).
    ...(pooled ? { Client: UnnamedClient } : { Client: NamingClient, pipeline: true, options, ...sessionLimits }),
    connectionString,
    max,
    application_name: product.slug,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  })
  // A connection that is lost is replaced on the next query; without listeners it would end the process, whether it was
  // idle or, with a transaction between two statements, in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { db: openDrizzle(pool), pool, close: () => pool.end() }
}
