import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './pglite-lock'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeLock = (content: string) => writeFile(join(folder, 'database.lock'), content)

describe('the lock of the database folder', () => {
  it('is refused while its process runs, naming the pid', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'])
    await writeLock(JSON.stringify({ pid: other.pid, startedAt: null }))
    await expect(lockFolder(folder)).rejects.toThrow(`The database folder ${folder} is in use by process ${other.pid}.`)
    other.kill()
  })

  it('is taken over when its process is gone', async () => {
    const gone = spawn(process.execPath, ['-e', '0'])
    await new Promise((resolve) => gone.on('exit', resolve))
    await writeLock(JSON.stringify({ pid: gone.pid, startedAt: '1' }))
    const lock = await lockFolder(folder)
    await lock.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('is taken over when its number belongs to a later process', async () => {
    await writeLock(JSON.stringify({ pid: process.pid, startedAt: '1' }))
    await (await lockFolder(folder)).release()
  })

  it('is taken over when it was never written to the end', async () => {
    await writeLock('{"pid":')
    await (await lockFolder(folder)).release()
  })

  it('goes to one of two that ask at the same time', async () => {
    const results = await Promise.allSettled([lockFolder(folder), lockFolder(folder)])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })
})
