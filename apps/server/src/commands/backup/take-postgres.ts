import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { releaseText } from '@quaff/platform/server'
import type { BackupDraft } from '@quaff/platform/server/adapters/backups/backup-folder'
import type { BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { TreeCopy } from '@quaff/platform/server/adapters/backups/tree-copy'
import type { ServerSettings } from '../../environment'
import type { OpenServices } from '../../services'
import { filesOf, filesPart, nameSecrets, sealBackup } from './backup-source'
import { describeDatabase, listKeysInUse } from './describe-database'
import { findTool, runTool, withAddress } from './postgres-tools'
import type { TakeOptions } from './take-embedded'

export const dumpName = 'database.dump'

/** The dump and the counts see the same moment; files are copied after it, so that each row has its file. */
export async function takePostgres(
  settings: ServerSettings,
  { services, direct }: OpenServices,
  draft: BackupDraft,
  { extra, takenAt, countAtMost }: TakeOptions,
): Promise<BackupManifest> {
  if (settings.database.kind !== 'postgres') throw new Error('Expected PostgreSQL')
  // A pooler would not keep the transaction that the dump joins.
  const { directConnectionString } = settings.database
  const program = await findTool('pg_dump', direct)
  const fieldKeys = await listKeysInUse(services)
  const folder = join(draft.folder, 'dump')
  await mkdir(folder, { mode: 0o700 })
  const client = await direct.connect()
  let described: Awaited<ReturnType<typeof describeDatabase>>
  try {
    await client.query('begin isolation level repeatable read read only')
    // The transaction is idle during the dump and counts for longer than a request may.
    await client.query('set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const args = ['--format=custom', '--no-password', `--snapshot=${rows[0]?.snapshot}`]
    await withAddress(directConnectionString, join(draft.folder, '.pgpass'), (address) =>
      runTool(program, [...args, `--file=${join(folder, dumpName)}`, `--dbname=${address}`]),
    )
    described = await describeDatabase(client, countAtMost)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }

  const { filesFolder, filesIn } = filesOf(settings)
  // The dump is already in its place, so it is only hashed.
  const copy = new TreeCopy(draft.folder, null)
  await copy.adopt('dump', dumpName)
  await copy.pass([...filesPart(filesFolder), ...(extra ?? [])])
  return sealBackup(draft, copy, {
    takenAt: takenAt.toISOString(),
    version: releaseText(services.settings.release),
    engine: 'postgres',
    ...described,
    keys: { fieldKeys, ...(await nameSecrets(settings)), included: extra !== undefined },
    filesIn,
  })
}
