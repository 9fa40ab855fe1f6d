import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { finished } from 'node:stream/promises'
import type { TargetFiles } from '../../ports'

const [folderMode, fileMode, chunkBytes] = [0o700, 0o600, 1_048_576]

/** Makes the folder; null where something lies in it already. */
export async function openTargetFolder(path: string): Promise<TargetFiles | null> {
  const root = resolve(path)
  await mkdir(root, { recursive: true, mode: folderMode })
  if ((await readdir(root)).length > 0) return null
  const open = new Map<string, WriteStream>()

  async function placeOf(name: string): Promise<string> {
    const file = resolve(root, name)
    if (relative(root, file).split(sep)[0] === '..') throw new Error('A file outside of the folder')
    await mkdir(dirname(file), { recursive: true, mode: folderMode })
    return file
  }

  async function streamOf(name: string): Promise<WriteStream> {
    const existing = open.get(name)
    if (existing) return existing
    const stream = createWriteStream(await placeOf(name), { flags: 'wx', mode: fileMode, highWaterMark: chunkBytes })
    await once(stream, 'open')
    open.set(name, stream)
    return stream
  }

  return {
    async append(name, text) {
      const stream = await streamOf(name)
      if (!stream.write(text)) await once(stream, 'drain')
    },
    write: async (name, bytes) => writeFile(await placeOf(name), bytes, { flag: 'wx', mode: fileMode }),
    async close() {
      for (const stream of open.values()) {
        stream.end()
        await finished(stream)
      }
      open.clear()
    },
  }
}
