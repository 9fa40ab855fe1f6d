import { createWriteStream, createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, lstat } from 'node:fs/promises'
import { basename, join, dirname, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Workbench, SourceFiles } from '../../ports'
import { spoolFolder } from './spool-folder'

const suffix = '.received'
/** Older entries were left by a process that died. */
const abandonedAfterMs = 24 * 60 * 60_000

/** Spools and received files below `folder`, each in its own folder. */
export function workbenchFolder(folder: string): Workbench {
  const received = (name: string) => join(folder, `${name}${suffix}`)
  return {
    spool: (name) => spoolFolder(join(folder, name)),
    async receive(name, fileName, chunks) {
      const own = received(name)
      // A name may come from outside: it says what the file is called, never where it lies.
      const path = join(own, basename(fileName))
      await mkdir(own, { recursive: true, mode: 0o700 })
      await sweep(folder)
      try {
        // `wx` does not follow a link at the path.
        await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return await openSourceFolder(path)
      } catch (error) {
        await rm(own, { recursive: true, force: true })
        throw error
      }
    },
    discard: (name) => rm(received(name), { recursive: true, force: true }),
  }
}

async function sweep(folder: string) {
  const before = Date.now() - abandonedAfterMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (name.endsWith(suffix) && (await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

const chunkBytes = 256 * 1_024

/** A folder, or one file. Throws where there is neither. */
export async function openSourceFolder(path: string): Promise<SourceFiles> {
  const whole = resolve(path)
  const isFolder = (await stat(whole)).isDirectory()
  const root = isFolder ? whole : dirname(whole)
  return {
    async list() {
      const names = isFolder ? await namesIn(root) : [basename(whole)]
      const files = await Promise.all(
        names.map(async (name) => ({ path: name, bytes: (await lstat(join(root, name))).size })),
      )
      return files.sort((one, other) => (one.path < other.path ? -1 : 1))
    },
    open(name, part) {
      const file = resolve(root, name)
      if (relative(root, file).split(sep)[0] === '..') throw new Error('A file outside of the folder')
      const range = part ? { start: part.start, end: part.start + part.length - 1 } : {}
      return createReadStream(file, { highWaterMark: chunkBytes, ...range })
    },
  }
}

async function namesIn(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
