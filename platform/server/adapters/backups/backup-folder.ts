import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readDisk } from '../files/disk-room'
import { BackupError, manifestName, manifestSumName, sumOf, type BackupManifest, expendable } from './backup-manifest'
import { copyInto, inGroups, syncPath, hashFile } from './tree-copy'

const unfinished = '.unfinished'
/** Bytes that must stay free on the disk after the backup. */
const sparedBytes = 64 * 1_048_576

/** Written under a temporary name; a folder under its final name is complete. */
export type BackupDraft = { folder: string; finish(manifest: BackupManifest): Promise<void>; discard(): Promise<void> }

/** Refuses a folder that holds something, and a disk without room for `neededBytes`. */
export async function draftBackup(target: string, neededBytes: number): Promise<BackupDraft> {
  const isTaken = existsSync(target) && (await readdir(target).catch(() => ['a file'])).length > 0
  if (isTaken) throw new BackupError(`${target} isn’t empty. Nothing was written.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await requireRoom(dirname(target), neededBytes)
  const folder = `${target}${unfinished}`
  // An interrupted backup.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return {
    folder,
    async finish(manifest) {
      const text = `${JSON.stringify(manifest, null, 1)}\n`
      await writeFile(join(folder, manifestName), text, { mode: 0o600, flush: true })
      await writeFile(join(folder, manifestSumName), `${sumOf(text)}\n`, { mode: 0o600, flush: true })
      await syncPath(folder)
      await rename(folder, target)
      await syncPath(dirname(target))
    },
    discard: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Runs `work` on a draft and finishes it. Removes the draft if `work` fails. */
export async function writeBackup<Result>(
  target: string,
  neededBytes: number,
  work: (draft: BackupDraft) => Promise<Result>,
): Promise<Result> {
  const draft = await draftBackup(target, neededBytes)
  try {
    return await work(draft)
  } catch (error) {
    await draft.discard()
    throw error
  }
}

export async function requireRoom(folder: string, neededBytes: number) {
  const { freeBytes: free } = await readDisk(folder)
  if (free >= neededBytes + sparedBytes) return
  const inMb = (bytes: number) => `${Math.ceil(bytes / 1_048_576).toLocaleString('en-US')} MB`
  throw new BackupError(
    `${folder} has ${inMb(free)} free but needs ${inMb(neededBytes + sparedBytes)}. Nothing was written.`,
  )
}

export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await lstat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size : 0,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Verifies every file of the backup before any is used. */
export async function requireWhole(folder: string, manifest: BackupManifest) {
  const errors: string[] = []
  await inGroups(manifest.files, async ({ path, bytes, sha256 }) => {
    const file = join(folder, path)
    const details = await lstat(file).catch(() => null)
    if (!details) errors.push(`  ${path} is missing`)
    else if (details.size !== bytes) errors.push(`  ${path} has ${details.size} bytes, not ${bytes}`)
    else if ((await hashFile(file)) !== sha256) errors.push(`  ${path}: checksum mismatch`)
  })
  if (errors.length > 0)
    throw new BackupError(
      [`The backup is damaged. Files: ${errors.length}`, ...errors.toSorted().slice(0, 20)].join('\n'),
    )
}

/** The database and the files of a backup, as they lay before; what is copied is not shared with the backup. */
export async function copyOut(backup: string, manifest: BackupManifest, target: string) {
  const belongs = (path: string) => /^(?:database|files)(?:\/|$)/.test(path)
  for (const folder of manifest.folders.filter(belongs))
    await mkdir(join(target, folder), { recursive: true, mode: 0o700 })
  const files = manifest.files.filter(({ path }) => belongs(path))
  await inGroups(files, ({ path }) => copyInto(join(backup, path), join(target, path)))
}

const snapshotName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

export const nameOfSnapshot = (takenAt: Date) => `${takenAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** When the backup of this name was taken; undefined where it is no such name. */
export function momentOfName(name: string): Date | undefined {
  const [, day, hour, minute, second] = snapshotName.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : undefined
}

/** Whole ones only, oldest first. */
export async function listSnapshots(folder: string): Promise<{ path: string; takenAt: Date }[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.toSorted().flatMap((name) => {
    const takenAt = momentOfName(name)
    return takenAt ? [{ path: join(folder, name), takenAt }] : []
  })
}

/** Ignores snapshots from the future (the clock was set back); newer ones would look older than they are. */
export async function findNewestSnapshot(folder: string, now: Date) {
  return (await listSnapshots(folder)).findLast(({ takenAt }) => takenAt <= now)
}

/** Removes snapshots beyond the retention rule and incomplete ones of a killed server. Returns the number removed. */
export async function thinSnapshots(folder: string, now: Date): Promise<number> {
  const names = await readdir(folder).catch((): string[] => [])
  const halves = names.filter((name) => name.endsWith(unfinished)).map((name) => join(folder, name))
  const existing = await listSnapshots(folder)
  const old = expendable(
    existing.map(({ takenAt }) => takenAt),
    now,
  )
  const going = existing.filter(({ takenAt }) => old.includes(takenAt)).map(({ path }) => path)
  for (const path of going) {
    // Renamed first: half a removal is never taken for a backup.
    const temporary = join(dirname(path), `${basename(path)}${unfinished}`)
    await rename(path, temporary)
    halves.push(temporary)
  }
  for (const path of halves) await rm(path, { recursive: true, force: true })
  return going.length
}
