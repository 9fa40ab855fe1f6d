import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

  describe('of a process in another container', () => {
    const elsewhere = { pid: process.pid, startedAt: '1', place: 'another boot pid:[1]', host: 'cask', token: 'theirs' }
    const lines: string[] = []
    const quick = { beatMs: 20, patienceMs: 200, print: (line: string) => void lines.push(line) }

    it('is refused while it has a pulse, also when its number is ours or no one’s', async () => {
      for (const pid of [process.pid, 4_000_000]) {
        let beat = 0
        const pulse = setInterval(() => void writeLock(JSON.stringify({ ...elsewhere, pid, beat: (beat += 1) })), 30)
        await writeLock(JSON.stringify({ ...elsewhere, pid, beat }))
        await expect(lockFolder(folder, quick)).rejects.toThrow(`is in use by process ${pid} on cask.`)
        clearInterval(pulse)
      }
    })

    it('is taken over when it was killed, saying so', async () => {
      await writeLock(JSON.stringify(elsewhere))
      lines.length = 0
      await (await lockFolder(folder, quick)).release()
      expect(lines).toEqual([
        `The database folder ${folder} is locked by process ${process.pid} on cask. Waiting…`,
        'No sign of it for 0.2 seconds: taking over its lock.',
      ])
      expect(await readdir(folder)).toEqual([])
    })

    it('has the pulse that others wait for', async () => {
      const lock = await lockFolder(folder, quick)
      const read = () => readFile(join(folder, 'database.lock'), 'utf8')
      const first = await read()
      await expect.poll(read).not.toBe(first)
      await lock.release()
    })

    it('that was thought dead and is not stops at once, and leaves the other’s lock alone', async () => {
      const lost = new Promise<Error>((resolve) => {
        void lockFolder(folder, { ...quick, onLost: resolve }).then(async (lock) => {
          await writeLock(JSON.stringify(elsewhere))
          await lost
          await lock.release()
        })
      })
      expect((await lost).message).toContain(`was taken over by process ${process.pid}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await readdir(folder)).toEqual(['database.lock'])
    })
  })
})
