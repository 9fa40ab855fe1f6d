import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readdir, rm, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile, BackupManifest } from './backup-manifest'

/** One folder of the backup and its source. */
export type TreePart = { name: string; folder: string; skips(path: string): boolean }
export type EarlierCopy = { folder: string; manifest: BackupManifest }
/** The end of a file that carries nothing: `usedBytes` are copied, the rest reads as zeros and takes no room. */
export type ShortFile = { path: string; usedBytes: number }
type CopiedFile = { stamp: string; bytes: number; sha256: string | null }
type Copied = Map<string, CopiedFile>
type Listed = { path: string; source: string; bytes: number; stamp: string }

/** File systems note changes by the tick of their clock: what changed a moment ago may change again unseen. */
const settledMs = 1_000
const atOnce = 16

/**
 * Copies folders that are in use: a first pass while others write, and a second pass for the changes while no one
 * writes. Files of an earlier backup are linked instead of copied.
 */
export class TreeCopy {
  private readonly copied: Copied = new Map()
  private readonly existing: Map<string, BackupFile>
  private readonly adopted: Copied = new Map()
  private folders: string[] = []

  constructor(
    private readonly target: string,
    private readonly earlier: EarlierCopy | null,
    /** Checked between files, so that nothing writes into the folder after an abort. */
    private readonly signal?: AbortSignal,
  ) {
    this.existing = new Map(earlier?.manifest.files.map((file) => [file.path, file]))
  }

  /** If `short`, it is the last pass: no one writes to the database, and every file must be complete. */
  async pass(parts: readonly TreePart[], short: ShortFile | null = null): Promise<void> {
    const listed = (await Promise.all(parts.map((part) => this.list(part)))).flat()
    const files = listed.flatMap((entry) => (typeof entry === 'string' ? [] : [entry]))
    this.folders = listed.filter((entry) => typeof entry === 'string')
    for (const folder of this.folders) await mkdir(join(this.target, folder), { recursive: true, mode: 0o700 })
    await inGroups(files, (file) => this.bring(file, short), this.signal)
    const present = new Set(files.map(({ path }) => path))
    const gone = [...this.copied.keys()].filter((path) => !present.has(path))
    await inGroups(gone, async (path) => {
      await rm(join(this.target, path), { force: true })
      this.copied.delete(path)
    })
  }

  /** A file that was written into the backup itself. */
  async adopt(folder: string, name: string): Promise<void> {
    const { size } = await lstat(join(this.target, folder, name))
    this.adopted.set(`${folder}/${name}`, { stamp: '', bytes: size, sha256: null })
  }

  /** Forces every file to the disk and says what was copied. */
  async seal(): Promise<{ folders: string[]; files: BackupFile[] }> {
    const files: BackupFile[] = []
    const { signal } = this
    const seal = async ([path, { stamp, bytes, sha256 }]: [string, CopiedFile]) => {
      const sum = sha256 ?? (await hashFile(join(this.target, path), { sync: true, signal }))
      files.push({ path, bytes, stamp, sha256: sum })
    }
    await inGroups([...this.adopted, ...this.copied], seal, signal)
    for (const folder of this.folders) await syncPath(join(this.target, folder))
    return { folders: this.folders.toSorted(), files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
  }

  private async list(part: TreePart, below = ''): Promise<(string | Listed)[]> {
    const names = await readdir(join(part.folder, below), { withFileTypes: true }).catch(ignoreMissing)
    const entries = await Promise.all(
      (names ?? []).map(async (entry): Promise<(string | Listed)[]> => {
        const inner = below === '' ? entry.name : `${below}/${entry.name}`
        if (part.skips(inner)) return []
        if (entry.isDirectory()) return this.list(part, inner)
        const source = join(part.folder, inner)
        const details = await lstat(source, { bigint: true }).catch(ignoreMissing)
        if (!details?.isFile()) return []
        // Unlike the modification time, no program can set the change time.
        const isSettled = Date.now() - Number(details.ctimeNs / 1_000_000n) > settledMs
        const stamp = isSettled ? `${details.ino}:${details.ctimeNs}:${details.size}` : ''
        return [{ path: `${part.name}/${inner}`, source, bytes: Number(details.size), stamp }]
      }),
    )
    return [below === '' ? part.name : `${part.name}/${below}`, ...entries.flat()]
  }

  private async bring(file: Listed, short: ShortFile | null): Promise<void> {
    const { path, source, bytes, stamp } = file
    if (stamp !== '' && this.copied.get(path)?.stamp === stamp) return
    const target = join(this.target, path)
    const existing = this.existing.get(path)
    try {
      // A link that a former pass has made would be written through, into the earlier backup.
      await rm(target, { force: true })
      if (existing && stamp !== '' && existing.stamp === stamp && (await this.isLinked(path, target))) {
        this.copied.set(path, { stamp, bytes, sha256: existing.sha256 })
        return
      }
      if (short?.path === path) await copyBeginning(source, target, short.usedBytes, bytes)
      else await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
      const size = short?.path === path ? bytes : (await lstat(target)).size
      this.copied.set(path, { stamp: short?.path === path ? '' : stamp, bytes: size, sha256: null })
    } catch (error) {
      if (short && isDatabase(path)) throw error
      // It went between the listing and the copy.
      ignoreMissing(error)
      this.copied.delete(path)
    }
  }

  /** Some file systems have no links, and the earlier backup may have been removed. */
  private isLinked(path: string, target: string): Promise<boolean> {
    return link(join(this.earlier?.folder ?? '', path), target).then(
      () => true,
      () => false,
    )
  }
}

const isDatabase = (path: string) => path.startsWith('database/')

async function copyBeginning(source: string, target: string, usedBytes: number, bytes: number) {
  const from = await open(source, 'r')
  const to = await open(target, 'wx', 0o600)
  try {
    const { buffer, bytesRead } = await from.read(Buffer.alloc(usedBytes), 0, usedBytes, 0)
    await to.write(buffer, 0, bytesRead, 0)
  } finally {
    await from.close()
    await to.close()
  }
  await truncate(target, bytes)
}

/** A new name lasts only once its folder is on the disk; some file systems cannot do that. */
export async function syncPath(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync().catch(() => undefined)
  } finally {
    await handle.close()
  }
}

export async function copyInto(source: string, target: string) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
}

/** A few side by side: a disk answers more than one. */
export async function inGroups<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
) {
  for (let start = 0; start < items.length; start += atOnce) {
    signal?.throwIfAborted()
    await Promise.all(items.slice(start, start + atOnce).map(work))
  }
}

function ignoreMissing(error: unknown) {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

const chunkBytes = 1_048_576

type HashOptions = { sync?: boolean; signal?: AbortSignal }

export async function hashFile(path: string, { sync = false, signal }: HashOptions = {}): Promise<string> {
  const file = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    // Most files of a database are small, and there are more than a thousand.
    const { size } = await file.stat()
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1))
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
    }
    if (sync) await file.sync()
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}
