import { basename } from 'node:path'
import { listSnapshots, requireWhole } from '@quaff/platform/server/adapters/backups/backup-folder'
import { readManifest } from '@quaff/platform/server/adapters/backups/backup-manifest'
import { listBackups, verifyStored } from '@quaff/platform/server/adapters/backups/bucket/backup-bucket'
import { SettingsError, type ServerSettings } from '../../../environment'
import { snapshotsFolder } from '../backup-source'
import { filesText } from '../describe-database'
import { readPlace, type BackupPlace, findStored, parseArguments } from './backup-place'

const usage = 'Usage: npm run backups -- [<folder> | s3 | s3://bucket/prefix[/backup]] [--verify]'

type Line = { name: string; text: string }

/** `backups [place]`: what is there, oldest first; `--verify` reads all of the newest, or of the one that was named. */
export async function backups(settings: ServerSettings, args: readonly string[]) {
  const options = { verify: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments({ args: [...args], options, allowPositionals: true }, usage)
  if (positionals.length > 1) throw new SettingsError(usage)
  const place = readPlace(positionals[0] ?? snapshotsFolder(settings), settings)
  const lines = values.verify ? [await verify(place)] : await list(place)
  process.stdout.write(
    lines.length === 0 ? 'No backups found.\n' : lines.map(({ name, text }) => `${name}  ${text}\n`).join(''),
  )
}

async function list(place: BackupPlace): Promise<Line[]> {
  if (place.kind === 'bucket')
    return (await listBackups(place.bucket)).map(({ name, bytes }) => ({ name, text: `${inMb(bytes)} compressed` }))
  const found = await listSnapshots(place.folder)
  return Promise.all(
    found.map(async ({ path }) => ({ name: basename(path), text: inMb((await readManifest(path)).totalBytes) })),
  )
}

async function verify(place: BackupPlace) {
  if (place.kind === 'bucket') {
    const stored = await findStored(place)
    return backupLine(stored.name, await verifyStored(place.bucket, stored))
  }
  // A folder of backups, or one backup itself.
  const path = (await listSnapshots(place.folder)).at(-1)?.path ?? place.folder
  const manifest = await readManifest(path)
  await requireWhole(path, manifest)
  return backupLine(basename(path), manifest)
}

const backupLine = (name: string, { files, totalBytes }: { files: readonly unknown[]; totalBytes: number }): Line => ({
  name: `✓ ${name}`,
  text: `${filesText({ files })}, ${inMb(totalBytes)}, all checksums match`,
})

const inMb = (bytes: number) => `${Math.ceil(bytes / 1_048_576).toLocaleString('en-US')} MB`
