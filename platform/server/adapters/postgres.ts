import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { product } from '@quaff/platform/shared/product'
import type { OpenDatabase } from './pglite/open-pglite'
import { limitsInText } from './queries/limits-in-text'
import { NamingClient } from './queries/naming-client'
import { writeQueriesQuickly } from './queries/query-writer'
import { readNumbers } from './queries/read-numbers'
import { readRowsQuickly } from './queries/row-reader'

export type PostgresOptions = { connectionString: string; max?: number }

export function openPostgres({ connectionString, max = 10 }: PostgresOptions): OpenDatabase {
  readNumbers()
  limitsInText()
  writeQueriesQuickly()
  readRowsQuickly()
  const pool = new Pool({
    // Behind a pooler of transactions the next statement meets another connection, which knows no names.
    ...(isPooled(connectionString) ? {} : { Client: NamingClient }),
    connectionString,
    max,
    application_name: product.slug,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  // A connection lost while idle is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return { db: drizzle(pool), pool, close: () => pool.end() }
}

const isPooled = (connectionString: string) =>
  URL.canParse(connectionString) && new URL(connectionString).searchParams.get('pgbouncer') === 'true'
