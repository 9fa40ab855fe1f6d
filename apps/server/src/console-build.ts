import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Release } from '@quaff/platform/server'

/** Beside the bundled server. In development, where Vite serves the console, the last build if there is one. */
export function findConsole(): string {
  const besideServer = fileURLToPath(new URL('../console', import.meta.url))
  return existsSync(join(besideServer, 'index.html')) ? besideServer : join(process.cwd(), 'dist', 'console')
}

/** Returns a hash that changes with each console build, so that open tabs reload. */
export async function readConsoleBuild(): Promise<string> {
  const page = join(findConsole(), 'index.html')
  if (!existsSync(page)) return 'development'
  return createHash('sha256')
    .update(await readFile(page))
    .digest('hex')
    .slice(0, 12)
}

const releaseSchema = z.object({ version: z.string(), commit: z.string().nullable().default(null) })

/** The build writes version and commit beside the server. In development the commit changes too often to be named. */
export function readRelease(): Release {
  const files = ['release.json', '../../package.json', '../../../package.json']
  const file = files.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error('package.json is missing')
  return releaseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}
