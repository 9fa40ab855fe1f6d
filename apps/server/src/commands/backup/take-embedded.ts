import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { releaseText, type Services } from '@quaff/platform/server'
import type { BackupDraft } from '@quaff/platform/server/adapters/backups/backup-folder'
import type { BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import {
  TreeCopy,
  type EarlierCopy,
  type ShortFile,
  type TreePart,
} from '@quaff/platform/server/adapters/backups/tree-copy'
import { filesPart, type SecretNames, sealBackup } from './backup-source'
import { describeDatabase, listKeysInUse } from './describe-database'

export type EmbeddedSource = {
  services: Services
  pool: Pool
  /** The database's folder with its lock; the cluster is in `data`. */
  databaseFolder: string
  /** Null: the files lie in a bucket. */
  filesFolder: string | null
  filesIn: string
  secretNames: SecretNames
}
export type TakeOptions = {
  earlier: EarlierCopy | null
  countAtMost: number
  extra?: readonly TreePart[]
  takenAt: Date
  /** Aborts the copy when the server stops. */
  signal?: AbortSignal
}
export type Taken = { manifest: BackupManifest; pausedMs: number }

/**
 * Copies database and files of one moment. Most is copied while others write; then a checkpoint flushes memory, and
 * holding the only connection blocks writes for the rest.
 */
export async function takeEmbedded(source: EmbeddedSource, draft: BackupDraft, options: TakeOptions): Promise<Taken> {
  const { services, pool } = source
  const copy = new TreeCopy(draft.folder, options.earlier, options.signal)
  const fieldKeys = await listKeysInUse(services)
  await pool.query('checkpoint')
  await copy.pass(partsOf(source, () => false, options.extra))

  options.signal?.throwIfAborted()
  const client = await pool.connect()
  const pausedAt = performance.now()
  let pausedMs: number
  let described: Awaited<ReturnType<typeof describeDatabase>>
  try {
    described = await describeDatabase(client, options.countAtMost)
    await client.query('checkpoint')
    const { needed, short } = await readLog(client)
    await copy.pass(
      partsOf(source, (name) => needed.includes(name), options.extra),
      short,
    )
  } finally {
    client.release()
    pausedMs = performance.now() - pausedAt
  }

  const manifest = await sealBackup(draft, copy, {
    takenAt: options.takenAt.toISOString(),
    version: releaseText(services.settings.release),
    engine: 'embedded',
    ...described,
    keys: { fieldKeys, ...source.secretNames, included: options.extra !== undefined },
    filesIn: source.filesIn,
  })
  return { manifest, pausedMs }
}

/** Needs only the log after the checkpoint; the recycled segments would be most of a backup. */
function partsOf(
  { databaseFolder, filesFolder }: EmbeddedSource,
  isLogNeeded: (name: string) => boolean,
  extra: readonly TreePart[] = [],
) {
  const skipsLog = (path: string) => /^pg_wal\/[0-9A-F]{24}$/.test(path) && !isLogNeeded(path.slice('pg_wal/'.length))
  const database = {
    name: 'database/data',
    folder: join(databaseFolder, 'data'),
    skips: (path: string) => path === 'postmaster.pid' || skipsLog(path),
  }
  return [database, ...filesPart(filesFolder), ...extra]
}

const segmentBytes = 16 * 1_048_576
const pageBytes = 8_192

async function readLog(client: PoolClient): Promise<{ needed: string[]; short: ShortFile }> {
  const { rows } = await client.query<{ first: string; last: string; used: number | string }>(
    `select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last,
       ((pg_current_wal_insert_lsn() - '0/0'::pg_lsn) % ${segmentBytes})::bigint as used
     from pg_control_checkpoint()`,
  )
  const [log] = rows
  if (!log) throw new Error('The embedded database didn’t report its last checkpoint.')
  const used = Number(log.used)
  // At a segment boundary the name may be that of the previous, full segment.
  const usedBytes = used === 0 ? segmentBytes : Math.ceil(used / pageBytes) * pageBytes
  return { needed: [log.first, log.last], short: { path: `database/data/pg_wal/${log.last}`, usedBytes } }
}
