import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { momentOfName } from '../backup-folder'
import {
  BackupError,
  manifestName,
  manifestSumName,
  parseManifest,
  type BackupManifest,
  expendable,
} from '../backup-manifest'
import type { Bucket } from './bucket'
import { fileSink, noSink, packFiles, unpackFiles, type Sink } from './packed-files'

const packedName = 'files.gz'

/** A complete backup. `bytes` is the compressed size in the bucket. */
export type StoredBackup = { name: string; takenAt: Date; bytes: number }

/** The manifest last, and its checksum after it: what has that is whole. Returns the bytes that were sent. */
export async function uploadBackup(bucket: Bucket, name: string, folder: string): Promise<number> {
  const [text, sum] = [await readFile(join(folder, manifestName)), await readFile(join(folder, manifestSumName))]
  const manifest = parseManifest(folder, text, sum)
  const bytes = await bucket.upload(`${name}/${packedName}`, packFiles(folder, manifest.files), manifest.totalBytes)
  const kept = (await bucket.list()).find(({ key }) => key === `${name}/${packedName}`)
  if (kept?.bytes !== bytes) throw new BackupError(`${bucket.where}${name} is incomplete after the upload.`)
  await bucket.put(`${name}/${manifestName}`, text)
  await bucket.put(`${name}/${manifestSumName}`, sum)
  return bytes
}

/** Whole ones only, oldest first. */
export async function listBackups(bucket: Bucket): Promise<StoredBackup[]> {
  const objects = await bucket.list()
  const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]))
  return namesOf(objects.map(({ key }) => key)).flatMap((name) => {
    const takenAt = momentOfName(name)
    const bytes = sizes.get(`${name}/${packedName}`)
    return takenAt && bytes !== undefined && sizes.has(`${name}/${manifestSumName}`) ? [{ name, takenAt, bytes }] : []
  })
}

const namesOf = (keys: readonly string[]) =>
  [...new Set(keys.flatMap((key) => /^([^/]+)\/[^/]+$/.exec(key)?.[1] ?? []))].toSorted()

export async function readStoredManifest(bucket: Bucket, name: string): Promise<BackupManifest> {
  const [text, sum] = [await bucket.get(`${name}/${manifestName}`), await bucket.get(`${name}/${manifestSumName}`)]
  return parseManifest(`${bucket.where}${name}`, text, sum)
}

/** Downloads into a folder and verifies every checksum. Removes everything if one fails. */
export async function downloadBackup(
  bucket: Bucket,
  { name, bytes }: StoredBackup,
  manifest: BackupManifest,
  target: string,
) {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true, mode: 0o700 })
  try {
    for (const folder of manifest.folders) await mkdir(join(target, folder), { recursive: true, mode: 0o700 })
    await unpack(bucket, name, bytes, manifest, (path) => fileSink(target, path))
    for (const file of [manifestName, manifestSumName])
      await writeFile(join(target, file), (await bucket.get(`${name}/${file}`)) ?? '', { mode: 0o600 })
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

/** Reads all of it and keeps nothing. */
export async function verifyStored(bucket: Bucket, { name, bytes }: StoredBackup): Promise<BackupManifest> {
  const manifest = await readStoredManifest(bucket, name)
  await unpack(bucket, name, bytes, manifest, noSink)
  return manifest
}

function unpack(
  bucket: Bucket,
  name: string,
  bytes: number,
  manifest: BackupManifest,
  openSink: (path: string) => Promise<Sink>,
): Promise<void> {
  return unpackFiles(bucket.download(`${name}/${packedName}`, bytes), manifest.files, openSink)
}

const dayMs = 24 * 3_600_000

/** Removes backups beyond the retention rule and abandoned uploads. Returns the number of backups removed. */
export async function thinBackups(bucket: Bucket, now: Date): Promise<number> {
  const keys = (await bucket.list()).map(({ key }) => key)
  const whole = await listBackups(bucket)
  const old = expendable(
    whole.map(({ takenAt }) => takenAt),
    now,
  )
  const going = whole.filter(({ takenAt }) => old.includes(takenAt)).map(({ name }) => name)
  const halves = namesOf(keys).filter((name) => {
    const takenAt = momentOfName(name)
    const isHalf = takenAt !== undefined && !whole.some((one) => one.name === name)
    return isHalf && now.getTime() - takenAt.getTime() > dayMs
  })
  for (const name of [...going, ...halves]) {
    // Its seal first: half a removal is never taken for a backup.
    const own = [manifestSumName, manifestName, packedName].map((file) => `${name}/${file}`)
    for (const key of own) if (keys.includes(key)) await bucket.remove(key)
  }
  return going.length
}
