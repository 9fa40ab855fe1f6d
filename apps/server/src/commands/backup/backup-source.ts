import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupDraft } from '@quaff/platform/server/adapters/backups/backup-folder'
import { type BackupManifest, backupFormat } from '@quaff/platform/server/adapters/backups/backup-manifest'
import type { TreePart, TreeCopy } from '@quaff/platform/server/adapters/backups/tree-copy'
import type { ServerSettings } from '../../environment'
import type { OpenServices } from '../../services'
import { loadSecrets, writeSecrets } from '../../settings/secrets-file'
import { fingerprintOf } from './describe-database'
import type { EmbeddedSource } from './take-embedded'

export type SecretNames = Pick<BackupManifest['keys'], 'sessionSecret' | 'fieldKeyNames'>

export const snapshotsFolder = ({ dataFolder }: ServerSettings) => join(dataFolder, 'backups')

export async function embeddedSource(settings: ServerSettings, opened: OpenServices): Promise<EmbeddedSource> {
  if (settings.database.kind !== 'embedded') throw new Error('Expected the embedded database')
  return {
    services: opened.services,
    pool: opened.pool,
    databaseFolder: settings.database.folder,
    ...filesOf(settings),
    secretNames: await nameSecrets(settings),
  }
}

export function filesOf({ files }: ServerSettings): { filesFolder: string | null; filesIn: string } {
  return files.kind === 'disk'
    ? { filesFolder: files.folder, filesIn: 'backup' }
    : { filesFolder: null, filesIn: `bucket ${files.bucket}` }
}

/** Excludes uploads in progress. */
export function filesPart(filesFolder: string | null): TreePart[] {
  if (filesFolder === null) return []
  return [{ name: 'files', folder: filesFolder, skips: (path) => path.split('/')[0] === '.part' }]
}

/** Names the keys in use without telling anything about them. */
export async function nameSecrets(settings: ServerSettings): Promise<SecretNames> {
  const { sessionSecret, fieldKeys } = await loadSecrets(settings.dataFolder, settings)
  const fieldKeyNames = Object.fromEntries(fieldKeys.map(({ id, key }) => [id, fingerprintOf(key)]))
  return { sessionSecret: fingerprintOf(sessionSecret), fieldKeyNames }
}

export const secretFiles = ['secrets.json', 'hash-config.json']

/** Copies the secrets in use into `folder`, which is temporary: those of the environment are in no file yet. */
export async function secretsPart(settings: ServerSettings, folder: string): Promise<TreePart> {
  await writeSecrets(folder, await loadSecrets(settings.dataFolder, settings))
  const hashConfig = await readFile(settings.hashConfigFile).catch(() => null)
  if (hashConfig) await writeFile(join(folder, 'hash-config.json'), hashConfig, { mode: 0o600 })
  return { name: 'secrets', folder, skips: (path) => !secretFiles.includes(path) }
}

type Details = Omit<BackupManifest, 'format' | 'totalBytes' | 'folders' | 'files'>

/** Writes the manifest and gives the backup its final name. */
export async function sealBackup(draft: BackupDraft, copy: TreeCopy, details: Details): Promise<BackupManifest> {
  const { folders, files } = await copy.seal()
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const manifest = { format: backupFormat, ...details, totalBytes, folders, files } satisfies BackupManifest
  await draft.finish(manifest)
  return manifest
}
