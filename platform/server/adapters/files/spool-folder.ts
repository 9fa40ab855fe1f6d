import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { Spool } from '../../ports'

/** One file for each name below `folder`; nobody but the user of this process can read them. */
export function spoolFolder(folder: string): Spool {
  const open = new Map<string, WriteStream>()
  const pathOf = (name: string) => join(folder, `${name}.ndjson`)
  return {
    async clear() {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    async add(name, line) {
      const stream = open.get(name) ?? createWriteStream(pathOf(name), { mode: 0o600, highWaterMark: 1_048_576 })
      open.set(name, stream)
      if (!stream.write(`${line}\n`)) await once(stream, 'drain')
    },
    async close() {
      for (const stream of open.values()) {
        stream.end()
        await finished(stream)
      }
      open.clear()
    },
    async *lines(name) {
      const file = createReadStream(pathOf(name))
      try {
        await once(file, 'open')
      } catch {
        return
      }
      yield* createInterface({ input: file, crlfDelay: Infinity })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
