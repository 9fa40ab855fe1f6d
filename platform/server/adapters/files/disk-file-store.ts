import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../ports'
import { checkedKey } from './file-key'
import { fileLimits, within, type FileLimits } from './time-limits'

/** Whole uploads only: what is older than this was left by a process that died. */
const abandonedAfterMs = 60 * 60_000
const partFolder = '.part'

/**
 * One file per key below `folder`. Bytes are written to a temporary file, synced and renamed, so a file is either
 * complete or missing, also after a power cut.
 */
export function diskFileStore(folder: string, limits: FileLimits = fileLimits): FileStore {
  const parts = join(folder, partFolder)
  const pathOf = (key: string) => join(folder, ...checkedKey(key).split('/'))
  let swept: Promise<void> | undefined

  async function write(path: string, bytes: Uint8Array, signal: AbortSignal) {
    await mkdir(parts, { recursive: true, mode: 0o700 })
    await (swept ??= sweep(parts))
    const beside = join(parts, randomBytes(12).toString('hex'))
    try {
      await writeWhole(beside, bytes)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // The caller has already received an error.
      signal.throwIfAborted()
      await rename(beside, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(beside, { force: true }).catch(() => undefined)
      throw error
    }
  }

  return {
    put: (key, bytes) => {
      const path = pathOf(key)
      return within(limits.uploadMs, (signal) => write(path, bytes, signal))
    },
    get: (key) => {
      const path = pathOf(key)
      return within(limits.operationMs, (signal) => readOrNull(path, signal))
    },
    remove: (key) => {
      const path = pathOf(key)
      return within(limits.operationMs, () => rm(path, { force: true }))
    },
    check: () =>
      within(limits.operationMs, async () => {
        await mkdir(parts, { recursive: true, mode: 0o700 })
        // Permissions say little: a full or broken disk shows only when it is written to.
        const probe = join(parts, `check-${randomBytes(6).toString('hex')}`)
        try {
          await writeWhole(probe, Buffer.from('ok'))
        } finally {
          await rm(probe, { force: true })
        }
      }),
  }
}

async function writeWhole(path: string, bytes: Uint8Array) {
  // `wx` does not follow a link at the path.
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name lasts only once its folder is on the disk. Some file systems cannot do that; the bytes are safe either way. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync().catch(() => undefined)
  } finally {
    await folder.close()
  }
}

async function readOrNull(path: string, signal: AbortSignal) {
  try {
    return await readFile(path, { signal })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw error
  }
}

async function sweep(parts: string) {
  const before = Date.now() - abandonedAfterMs
  for (const name of await readdir(parts)) {
    const path = join(parts, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: before }))
    if (mtimeMs < before) await rm(path, { force: true }).catch(() => undefined)
  }
}
