import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { readFile } from 'node:fs/promises'

export type EngineOptions = {
  /** null keeps everything in memory. */
  folder: string | null
  /** File written by `dumpDataDir`, to start from instead of an empty database. */
  snapshot?: string
}

export async function createEngine({ folder, snapshot }: EngineOptions): Promise<PGlite> {
  const loadDataDir = snapshot ? new Blob([await readFile(snapshot)]) : undefined
  return PGlite.create({ ...(folder ? { dataDir: folder } : {}), extensions: { pg_trgm }, loadDataDir })
}
