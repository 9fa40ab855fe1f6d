import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const backupFormat = 1
export const manifestName = 'manifest.json'
/** The manifest has the checksum of every file. This file has the manifest's checksum and is written last. */
export const manifestSumName = 'manifest.sha256'

const relativePath = z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..'))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const fileSchema = z.strictObject({
  path: relativePath,
  bytes: z.int().min(0),
  sha256,
  /** Size and times of the original: an equal stamp later means equal bytes. Empty if unreliable. */
  stamp: z.string(),
})

const manifestSchema = z.strictObject({
  format: z.literal(backupFormat),
  takenAt: z.iso.datetime(),
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** When the newest migration that was taken had been made, in milliseconds. */
  migration: z.int(),
  keys: z.strictObject({
    /** Ids of the field keys that something in the database is encrypted with. */
    fieldKeys: z.array(z.string()),
    /** A fingerprint for each id of a key that the server had. Missing in backups of before November 2026. */
    fieldKeyNames: z.record(z.string(), z.string()).optional(),
    /** Eight digits that identify a SESSION_SECRET without revealing it. */
    sessionSecret: z.string(),
    /** True if the user requested secrets.json and hash-config.json in the backup. */
    included: z.boolean(),
  }),
  /** Location of logos and uploads: in the backup, or in a bucket with its own copies. */
  filesIn: z.string(),
  /** Null: a running server with many rows does not count them. */
  rowCounts: z.record(z.string(), z.int().min(0)).nullable(),
  auditHead: z.strictObject({ position: z.int(), hash: sha256 }).nullable(),
  totalBytes: z.int().min(0),
  folders: z.array(relativePath),
  files: z.array(fileSchema),
})

export type BackupManifest = z.infer<typeof manifestSchema>
export type BackupFile = z.infer<typeof fileSchema>

export class BackupError extends Error {}

export async function readManifest(folder: string): Promise<BackupManifest> {
  if (!existsSync(folder)) throw new BackupError(`Folder not found: ${folder}.`)
  const text = await readFile(join(folder, manifestName)).catch(() => null)
  const sum = await readFile(join(folder, manifestSumName)).catch(() => null)
  return parseManifest(folder, text, sum)
}

/** Throws what is wrong with it as a sentence. `where`: the backup, as the reader knows it. */
export function parseManifest(where: string, text: Uint8Array | null, sum: Uint8Array | null): BackupManifest {
  if (!text || sum === null)
    throw new BackupError(`${where} isn’t a backup: ${manifestName} or its checksum is missing.`)
  if (Buffer.from(sum).toString('utf8').trim() !== sumOf(text))
    throw new BackupError(`The backup is damaged: ${manifestName} has a different checksum.`)
  const value: unknown = JSON.parse(Buffer.from(text).toString('utf8'))
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (format !== backupFormat)
    throw new BackupError(`The backup uses format ${String(format)}; this version reads ${backupFormat}.`)
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new BackupError(`${where}: ${manifestName} is unreadable.`)
  return parsed.data
}

export const sumOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const hourMs = 3_600_000
const keepAllMs = 48 * hourMs
const keepDailyDays = 14

/** Every snapshot of the last 48 hours stays, of the 14 days before today the last one of each; the newest always does. */
export function expendable(takenAt: readonly Date[], now: Date): Date[] {
  const sorted = takenAt.toSorted((a, b) => b.getTime() - a.getTime())
  const firstDay = new Date(now.getTime() - keepDailyDays * 24 * hourMs).toISOString().slice(0, 10)
  const daysSeen = new Set<string>()
  return sorted.filter((at, index) => {
    const day = at.toISOString().slice(0, 10)
    const isLastOfDay = !daysSeen.has(day)
    daysSeen.add(day)
    const isRecent = now.getTime() - at.getTime() <= keepAllMs
    return index > 0 && !isRecent && !(isLastOfDay && day >= firstDay)
  })
}
