import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readMigrationTimes } from '@quaff/database/migrate'
import { requireWhole } from '@quaff/platform/server/adapters/backups/backup-folder'
import { BackupFault, readManifest, type BackupManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { SettingsError, type ServerSettings } from '../../environment'
import { openServices } from '../../services'
import { failOnCrash } from '../fail-on-crash'
import { checkRestored } from './check-restored'
import { fillDatabase } from './restore-postgres'
import { openRestoring, requireFree } from './restoring-folder'

const usage = 'Usage: npm run restore -- <backup> [--over]'

/** `restore <backup>`: into an empty DATA_DIR or an empty database, and only when everything agrees. */
export async function restore(settings: ServerSettings, args: readonly string[]): Promise<void> {
  const { folder, over } = readArguments(args)
  await restoreBackup(settings, folder, { over, print: (line) => void process.stdout.write(`${line}\n`) })
}

type RestoreOptions = { over: boolean; print: (line: string) => void }

export async function restoreBackup(
  settings: ServerSettings,
  folder: string,
  { over, print }: RestoreOptions,
): Promise<void> {
  const manifest = await readManifest(folder)
  await requireFit(settings, manifest)
  await requireFree(settings, manifest, over)
  print(`Backup of ${manifest.takenAt}: ${manifest.files.length} files are read …`)
  await requireWhole(folder, manifest)
  print('Every file has its checksum.')

  const restoring = await openRestoring(settings, folder, manifest)
  try {
    if (settings.database.kind === 'postgres')
      await fillDatabase(settings.database.directConnectionString, restoring.folder, folder)
    const opened = await openServices(restoring.settings, failOnCrash)
    try {
      await checkRestored(opened, restoring.settings, manifest, print)
    } finally {
      await opened.close()
    }
    const aside = await restoring.putInPlace(over)
    if (aside) print(`What was there before lies in ${aside}.`)
    if (restoring.sessionSecretName !== manifest.keys.sessionSecret)
      print('The session secret is another one than in the backup: everybody signs in anew, and mailed links are void.')
    if (manifest.filesIn !== 'backup') print(`Logos and uploads were not in it: they lie in the ${manifest.filesIn}.`)
    print(`Restored into ${settings.dataFolder}.`)
  } finally {
    await restoring.discard()
  }
}

async function requireFit({ database }: ServerSettings, { engine, migration, version }: BackupManifest): Promise<void> {
  if (engine !== database.kind)
    throw new BackupFault(
      engine === 'postgres'
        ? 'This is a backup of PostgreSQL: name an empty database in DATABASE_URL.'
        : 'This is a backup of the embedded database, and DATABASE_URL names another one: leave it out.',
    )
  const newest = (await readMigrationTimes()).at(-1) ?? 0
  if (migration > newest)
    throw new BackupFault(
      `The backup was made by a newer version (${version}) with a newer schema. Install that version.`,
    )
}

function readArguments(args: readonly string[]): { folder: string; over: boolean } {
  try {
    const options = { over: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder && others.length === 0) return { folder: resolve(folder), over: values.over }
  } catch {
    // What can be typed is said below.
  }
  throw new SettingsError(usage)
}
