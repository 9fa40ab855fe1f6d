import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type { Spool } from '../../ports'

/** One file per name below `folder`, readable only by the user of this process. */
export function spoolFolder(folder: string): Spool {
  const open = new Map<string, WriteStream>()
  const whole = join(folder, 'whole')
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
      await writeFile(whole, '', { mode: 0o600 })
    },
    isWhole: () =>
      access(whole).then(
        () => true,
        () => false,
      ),
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
