import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workbenchFolder } from './workbench-folder'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quaff-bench-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

describe('a file that is received', () => {
  it('lies where no one else reads it, whatever it is called, and can be read and discarded', async () => {
    const bench = workbenchFolder(folder)
    const files = await bench.receive('imp_1', '../../a.json', pieces('one ', 'two'))
    const [file] = await files.list()
    expect(file).toEqual({ path: 'a.json', bytes: 7 })
    expect(await readdir(folder)).toEqual(['imp_1.received'])
    expect((await stat(join(folder, 'imp_1.received'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'imp_1.received/a.json'))).mode & 0o777).toBe(0o600)
    let read = ''
    for await (const chunk of files.open('a.json')) read += chunk.toString()
    expect(read).toBe('one two')
    await bench.discard('imp_1')
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing where it breaks off, and what a dead process left goes with the next one', async () => {
    const bench = workbenchFolder(folder)
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new Error('cut')
    }
    await mkdir(join(folder, 'imp_0.received'))
    await utimes(join(folder, 'imp_0.received'), 0, 0)
    await expect(bench.receive('imp_1', 'a.json', broken())).rejects.toThrow('cut')
    expect(await readdir(folder)).toEqual([])
  })
})
