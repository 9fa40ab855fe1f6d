import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Workbench } from '../../ports'
import { openSourceFolder } from './source-folder'
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

async function sweep(folder: string): Promise<void> {
  const before = Date.now() - abandonedAfterMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (name.endsWith(suffix) && (await stat(path)).mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
