import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Workbench } from '../../ports'
import { openSourceFolder } from './source-folder'
import { spoolFolder } from './spool-folder'

/** Spools and received files below `folder`, each in a folder of its own. */
export function workbenchFolder(folder: string): Workbench {
  const received = (name: string) => join(folder, `${name}.received`)
  return {
    spool: (name) => spoolFolder(join(folder, name)),
    async receive(name, fileName, chunks) {
      const own = received(name)
      // A name may come from outside: it says what the file is called, never where it lies.
      const path = join(own, basename(fileName))
      await mkdir(own, { recursive: true, mode: 0o700 })
      try {
        // `wx` follows no link that somebody has put there.
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
