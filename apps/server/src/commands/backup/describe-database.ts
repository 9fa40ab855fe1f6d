import { hkdfSync } from 'node:crypto'
import type { PoolClient } from 'pg'
import { findSigningKeyErrors } from '@quaff/features/api-keys/server'
import { findKeyErrors } from '@quaff/features/banking/server'
import { findSecondFactorKeyErrors } from '@quaff/features/sign-in/server'
import { findWebhookKeyErrors } from '@quaff/features/webhooks/server'
import type { Services } from '@quaff/platform/server'
import { keylessFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import type { BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'

type Connection = Pick<PoolClient, 'query'>
type Described = Pick<BackupManifest, 'migration' | 'rowCounts' | 'auditHead'>

/**
 * Describes a database for comparison after a restore. Tables with more than `countAtMost` estimated rows are not
 * counted.
 */
export async function describeDatabase(connection: Connection, countAtMost: number): Promise<Described> {
  const { rows: migrations } = await connection.query<{ newest: string | number }>(
    'select max(created_at / 1000 * 1000) as newest from drizzle.__drizzle_migrations',
  )
  const { rows: heads } = await connection.query<{ position: string | number; hash: string }>(
    'select position, hash from audit_seals order by position desc limit 1',
  )
  const { rows: estimates } = await connection.query<{ rows: number | string | null }>(
    `select sum(greatest(reltuples, 0)) as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const isCounted = Number(estimates[0]?.rows ?? 0) <= countAtMost
  return {
    migration: Number(migrations[0]?.newest ?? 0),
    rowCounts: isCounted ? await countRows(connection) : null,
    auditHead: heads[0] ? { position: Number(heads[0].position), hash: heads[0].hash } : null,
  }
}

/** Counts the rows of each table that stores rows itself; partitions are counted individually. */
export async function countRows(connection: Connection): Promise<Record<string, number>> {
  const { rows: tables } = await connection.query<{ name: string; quoted: string }>(
    `select relname as name, quote_ident(relname) as quoted from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  )
  if (tables.length === 0) return {}
  const counting = tables.map(({ quoted }, index) => `select ${index} as at, count(*) as rows from public.${quoted}`)
  const { rows } = await connection.query<{ at: number; rows: number | string }>(counting.join(' union all '))
  return Object.fromEntries(rows.map((row) => [tables[Number(row.at)]?.name ?? '', Number(row.rows)]))
}

/** Ids of all field keys in use: to a cipher that has none, each of them is unknown. */
export async function listKeysInUse(services: Pick<Services, 'db'>): Promise<string[]> {
  const without = { ...services, fieldCipher: keylessFieldCipher() }
  const asking = [findKeyErrors, findSecondFactorKeyErrors, findSigningKeyErrors, findWebhookKeyErrors]
  const found: string[] = []
  for (const ask of asking) found.push(...(await ask(without).catch(noSuchTable)).map(({ keyId }) => keyId))
  return [...new Set(found)].toSorted()
}

const undefinedTable = '42P01'
const undefinedColumn = '42703'

/** A database from before the table: nothing in it can be encrypted. */
function noSuchTable(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === undefinedTable || code === undefinedColumn) return []
  throw error
}

/** Returns a 4-byte fingerprint that distinguishes two secrets and is too short to reveal either. */
export function fingerprintOf(secret: string | Buffer): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'name of the secret in a backup', 4)).toString('hex')
}

export const filesText = ({ files }: { files: readonly unknown[] }) =>
  `${files.length} ${files.length === 1 ? 'file' : 'files'}`
