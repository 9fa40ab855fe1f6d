import { createReadStream } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { SourceFiles } from '../../ports'

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

async function namesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
