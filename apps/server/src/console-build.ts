import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Beside the bundled server. In development, where Vite serves the console, the last build if there is one. */
export function findConsole(): string {
  const besideServer = fileURLToPath(new URL('../console', import.meta.url))
  return existsSync(join(besideServer, 'index.html')) ? besideServer : join(process.cwd(), 'dist', 'console')
}

/** Returns a hash that changes with each console build, so that open tabs reload. */
export async function readVersion(): Promise<string> {
  const page = join(findConsole(), 'index.html')
  if (!existsSync(page)) return 'development'
  return createHash('sha256')
    .update(await readFile(page))
    .digest('hex')
    .slice(0, 12)
}
