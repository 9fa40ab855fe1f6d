import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { readFile } from 'node:fs/promises'

export type EngineOptions = {
  /** null keeps everything in memory. */
  folder: string | null
  /** File written by `dumpDataDir`, to start from instead of an empty database. */
  snapshot?: string
}

/** One reader at a time needs little: with the engine's own settings 160 MB would be taken at the start, and kept. */
const memory = ['shared_buffers=16MB', 'wal_buffers=256kB', 'maintenance_work_mem=16MB']
const startParams = [...PGlite.defaultStartParams, ...memory.flatMap((setting) => ['-c', setting])]

export async function createEngine({ folder, snapshot }: EngineOptions): Promise<PGlite> {
  const loadDataDir = snapshot ? new Blob([await readFile(snapshot)]) : undefined
  try {
    return await PGlite.create({
      startParams,
      ...(folder ? { dataDir: folder } : {}),
      extensions: { pg_trgm },
      loadDataDir,
    })
  } catch (error) {
    throw toError(error)
  }
}

/** As WASI numbers them: what the engine throws of its files is no Error and has no words. */
const fileErrors: Readonly<Record<number, string>> = {
  ...{ 2: 'EACCES', 19: 'EDQUOT', 51: 'ENOSPC', 54: 'ENOTDIR', 63: 'EPERM', 69: 'EROFS' },
}

export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const errno = typeof thrown === 'object' && thrown !== null && 'errno' in thrown ? Number(thrown.errno) : NaN
  const code = fileErrors[errno] ?? (Number.isNaN(errno) ? undefined : `file error ${errno}`)
  return Object.assign(new Error(`The embedded database could not begin${code ? `: ${code}` : ''}`), { code })
}
