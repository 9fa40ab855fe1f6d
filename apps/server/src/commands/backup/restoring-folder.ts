import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyOut, requireRoom } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupError, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { lockFolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import type { ServerSettings } from '../../environment'
import { readSecrets } from '../../settings/secrets-file'
import { nameSecrets, secretFiles } from './backup-source'
import { fingerprintOf } from './describe-database'

export type Restoring = {
  folder: string
  /** Settings of a server that uses this folder. */
  settings: ServerSettings
  sessionSecretName: string
  /** Returns where the former content lies now; null where there was none. */
  putInPlace(over: boolean): Promise<string | null>
  discard(): Promise<void>
}

/**
 * Returns the files that a restore would replace. A lone secrets.json is allowed: administrators transfer keys that
 * way.
 */
function inTheWay({ dataFolder }: ServerSettings, { keys }: BackupManifest) {
  const replaced = ['database', 'files', ...(keys.included ? secretFiles : [])]
  return replaced.filter((name) => existsSync(join(dataFolder, name)))
}

export async function requireFree(
  settings: ServerSettings,
  manifest: BackupManifest,
  over: boolean,
  neededBytes: number,
) {
  const taken = inTheWay(settings, manifest)
  if (taken.length > 0 && !over)
    throw new BackupError(
      `${settings.dataFolder} has ${taken.join(', ')}. Choose another DATA_DIR, or use --over to replace them. Nothing was written.`,
    )
  await mkdir(settings.dataFolder, { recursive: true })
  await requireRoom(settings.dataFolder, neededBytes)
  // Checked before an hour of copying, and locked later.
  if (existsSync(join(settings.dataFolder, 'database')))
    await (await lockFolder(join(settings.dataFolder, 'database'))).release()
}

/** Next to the target on the same disk, so that a failed restore changes nothing. */
export async function openRestoring(
  settings: ServerSettings,
  backup: string,
  manifest: BackupManifest,
): Promise<Restoring> {
  const folder = join(settings.dataFolder, 'restoring')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const from = manifest.keys.included ? join(backup, 'secrets') : settings.dataFolder
    for (const name of secretFiles)
      if (existsSync(join(from, name))) await copyFile(join(from, name), join(folder, name))
    const inside = settingsIn(settings, folder)
    await requireKeys(inside, manifest)
    await copyOut(backup, manifest, folder)
    const { sessionSecret: sessionSecretName } = await nameSecrets(inside)
    return {
      folder,
      settings: inside,
      sessionSecretName,
      putInPlace: (over) => putInPlace(settings, manifest, folder, over),
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}

function settingsIn(settings: ServerSettings, folder: string): ServerSettings {
  const ownHashConfig = join(settings.dataFolder, 'hash-config.json')
  return {
    ...settings,
    dataFolder: folder,
    database:
      settings.database.kind === 'embedded'
        ? { kind: 'embedded', folder: join(folder, 'database') }
        : settings.database,
    files: settings.files.kind === 'disk' ? { kind: 'disk', folder: join(folder, 'files') } : settings.files,
    hashConfigFile:
      settings.hashConfigFile === ownHashConfig ? join(folder, 'hash-config.json') : settings.hashConfigFile,
  }
}

/** Refuses missing and wrong keys before anything is copied. Backups without fingerprints name only the ids of their keys. */
async function requireKeys({ fieldKeys, dataFolder }: ServerSettings, { keys }: BackupManifest) {
  const given = fieldKeys ?? (await readSecrets(dataFolder))?.fieldKeys ?? []
  const errors = keys.fieldKeys.flatMap((id) => {
    const key = given.find((one) => one.id === id)?.key
    if (!key) return [`  key ${id} is missing`]
    const name = keys.fieldKeyNames?.[id]
    return name === undefined || name === fingerprintOf(key) ? [] : [`  key ${id} differs from the one in the backup`]
  })
  if (errors.length === 0) return
  throw new BackupError(
    [
      'This backup needs its field keys:',
      ...errors,
      'Set them in FIELD_KEYS, or copy the old server’s secrets.json to DATA_DIR. Nothing was restored.',
    ].join('\n'),
  )
}

/** The database last: until it is there, no server takes the folder for a whole one. */
async function putInPlace(settings: ServerSettings, manifest: BackupManifest, folder: string, over: boolean) {
  const { dataFolder } = settings
  const taken = over ? inTheWay(settings, manifest) : []
  const stamp = systemClock.now().toISOString().slice(0, 19).replaceAll(':', '-')
  const previous = join(dataFolder, `replaced-${stamp}Z`)
  const lock = taken.includes('database') ? await lockFolder(join(dataFolder, 'database')) : null
  if (taken.length > 0) await mkdir(previous, { mode: 0o700 })
  for (const name of taken) await rename(join(dataFolder, name), join(previous, name))
  await lock?.release()
  await rm(join(previous, 'database', 'database.lock'), { force: true })
  for (const name of [...secretFiles, 'files', 'database']) {
    if (existsSync(join(folder, name)) && !existsSync(join(dataFolder, name)))
      await rename(join(folder, name), join(dataFolder, name))
  }
  return taken.length > 0 ? previous : null
}
