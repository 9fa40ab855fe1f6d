import { resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrlField } from './fields'

export type DatabaseSettings =
  | { kind: 'embedded'; folder: string }
  | {
      kind: 'postgres'
      connectionString: string
      /** Each transaction may meet another connection: a pooler stands between. */
      pooled: boolean
      /** Past the pooler, for what needs one connection for longer than a transaction. */
      directConnectionString: string
    }

/** Each message completes "NAME …". */
export const databaseFields = {
  DATABASE_POOLER: z.literal('transaction', 'must be transaction, or left out').optional(),
  DATABASE_DIRECT_URL: databaseUrlField.optional(),
}
type DatabaseValues = z.infer<z.ZodObject<typeof databaseFields>> & { DATABASE_URL?: string }

/** A pooler of transactions loses the lock of a migration and whoever listens, therefore a way past it has to be named. */
export function checkDatabase(values: DatabaseValues, issues: z.RefinementCtx): void {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: direct } = values
  if (pooler !== undefined && direct === undefined)
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_DIRECT_URL'],
      message: 'is missing: the address of PostgreSQL itself, past the pooler, for migrations and live events',
    })
  if (url === undefined && (pooler !== undefined || direct !== undefined))
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_URL'],
      message: 'is missing: DATABASE_POOLER and DATABASE_DIRECT_URL say how to get to it',
    })
}

export function toDatabaseSettings(values: DatabaseValues, dataFolder: string): DatabaseSettings {
  const { DATABASE_URL: connectionString, DATABASE_POOLER, DATABASE_DIRECT_URL } = values
  if (connectionString === undefined) return { kind: 'embedded', folder: resolve(dataFolder, 'database') }
  return {
    kind: 'postgres',
    connectionString,
    pooled: DATABASE_POOLER === 'transaction' || isCalledPooled(connectionString),
    directConnectionString: DATABASE_DIRECT_URL ?? connectionString,
  }
}

/** As other tools say it in the address. */
const isCalledPooled = (connectionString: string) =>
  URL.canParse(connectionString) && new URL(connectionString).searchParams.get('pgbouncer') === 'true'
