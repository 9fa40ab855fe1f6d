import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type EngineOptions = {
  /** null keeps everything in memory. */
  folder: string | null
  /** File written by `dumpDataDir`, to start from instead of an empty database; a folder that has data keeps it. */
  snapshot?: string
}

/** A single connection needs little memory. The engine's defaults take 160 MB at the start. */
const memory = ['shared_buffers=16MB', 'wal_buffers=256kB', 'maintenance_work_mem=16MB']
/** An in-memory database does not survive a crash, so it needs no durability. */
const unsafe: readonly string[] = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_init_zero=off',
  'wal_buffers=4MB',
]
const startParamsOf = (settings: readonly string[]) => [
  ...PGlite.defaultStartParams,
  ...settings.flatMap((setting) => ['-c', setting]),
]

export async function createEngine({ folder, snapshot }: EngineOptions): Promise<PGlite> {
  const isLoaded = snapshot !== undefined && (folder === null || (await isEmpty(folder)))
  const loadDataDir = isLoaded ? new FileInMemory(await readFile(snapshot)) : undefined
  if (folder && isLoaded) await writeFile(markerOf(folder), '')
  try {
    const engine = await PGlite.create({
      startParams: startParamsOf(folder ? memory : [...memory, ...unsafe]),
      ...(folder ? { dataDir: folder } : {}),
      extensions: { pg_trgm },
      loadDataDir,
    })
    if (folder && isLoaded) await rm(markerOf(folder))
    return engine
  } catch (error) {
    throw toError(error)
  } finally {
    loadDataDir?.forget()
  }
}

/** Node reads a blob in small parts and copies them twice: of a snapshot that is half of the time of a start. */
class FileInMemory extends Blob {
  constructor(private content: Uint8Array<ArrayBuffer>) {
    super()
  }

  /** The engine keeps its 30 MB initial image although it never reads it again. */
  forget(): void {
    this.content = new Uint8Array()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.content
    const isWhole = byteLength === buffer.byteLength
    return Promise.resolve(isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength))
  }
}

/**
 * Exists while the snapshot is copied into the folder. If it is left, the folder is incomplete, has no user data, and
 * is removed.
 */
const markerOf = (folder: string) => `${folder}.loading`

async function isEmpty(folder: string) {
  if (existsSync(markerOf(folder))) await rm(folder, { recursive: true, force: true })
  return !existsSync(join(folder, 'PG_VERSION'))
}

/** WASI error numbers: file errors of the engine are plain numbers. */
const fileErrors: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const errno = typeof thrown === 'object' && thrown !== null && 'errno' in thrown ? Number(thrown.errno) : NaN
  const code = fileErrors[errno] ?? (Number.isNaN(errno) ? undefined : `file error ${errno}`)
  return Object.assign(new Error(`The embedded database couldn’t start${code ? `: ${code}` : ''}`), { code })
}
