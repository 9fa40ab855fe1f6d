import { resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrlField } from './fields'

export type DatabaseSettings =
  | { kind: 'embedded'; folder: string }
  | {
      kind: 'postgres'
      connectionString: string
      /** True behind a transaction pooler, where each transaction may use another connection. */
      pooled: boolean
      /** Past the pooler, for what needs one connection for longer than a transaction. */
      directConnectionString: string
      /** Absent: all reads use the primary. */
      replicas?: ReplicaSettings
    }

export type PostgresSettings = Extract<DatabaseSettings, { kind: 'postgres' }>

/** Replicas that serve reads. `aloneMs`: how long they answer without the primary. */
type ReplicaSettings = { connectionStrings: readonly string[]; aloneMs: number }

/** Each message completes "NAME …". */
export const databaseFields = {
  DATABASE_POOLER: z.literal('transaction', 'must be transaction or unset').optional(),
  DATABASE_DIRECT_URL: databaseUrlField.optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every((address) => databaseUrlField.safeParse(address).success),
      'must be URLs that start with postgresql://, separated by commas',
    )
    .optional(),
  DATABASE_REPLICA_ALONE_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds from 0 (never) to 9999')
    .transform(Number)
    .default(60),
}
type DatabaseValues = z.infer<z.ZodObject<typeof databaseFields>> & { DATABASE_URL?: string }

/** A transaction pooler loses migration locks and LISTEN, so a direct address is required. */
export function checkDatabase(values: DatabaseValues, issues: z.RefinementCtx) {
  const { DATABASE_URL: url, DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL } = values
  if (pooler !== undefined && direct === undefined)
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_DIRECT_URL'],
      message: 'is missing: PostgreSQL’s URL without the pooler, for migrations and live events',
    })
  if (url === undefined && (pooler !== undefined || direct !== undefined))
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_URL'],
      message: 'is missing: DATABASE_POOLER and DATABASE_DIRECT_URL need it',
    })
  if (url === undefined && DATABASE_REPLICA_URL !== undefined)
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_REPLICA_URL'],
      message: 'needs PostgreSQL. Set DATABASE_URL to the primary, or unset this',
    })
  if (DATABASE_REPLICA_URL?.some((one) => one === url))
    issues.addIssue({
      code: 'custom',
      path: ['DATABASE_REPLICA_URL'],
      message: 'is the same as DATABASE_URL: use a replica’s URL',
    })
}

export function toDatabaseSettings(values: DatabaseValues, dataFolder: string): DatabaseSettings {
  const { DATABASE_URL: connectionString, DATABASE_POOLER, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = values
  if (connectionString === undefined) return { kind: 'embedded', folder: resolve(dataFolder, 'database') }
  return {
    kind: 'postgres',
    connectionString,
    pooled: DATABASE_POOLER === 'transaction' || isCalledPooled(connectionString),
    directConnectionString: DATABASE_DIRECT_URL ?? connectionString,
    ...(DATABASE_REPLICA_URL && {
      replicas: { connectionStrings: DATABASE_REPLICA_URL, aloneMs: values.DATABASE_REPLICA_ALONE_SECONDS * 1_000 },
    }),
  }
}

/** Other tools write the same in the URL. */
const isCalledPooled = (connectionString: string) =>
  URL.canParse(connectionString) && new URL(connectionString).searchParams.get('pgbouncer') === 'true'
