import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedSnapshot } from '@quaff/platform/testing/database/embedded-snapshot'
import { openPglite, type OpenDatabase } from './open-pglite'

// A disk as small as that is made by root alone.
const isPossible = process.platform === 'linux' && process.getuid?.() === 0
const disk = mkdtempSync(join(tmpdir(), 'quaff-disk-'))
const isMounted = isPossible && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', disk]).status === 0
let database: OpenDatabase

beforeAll(async () => {
  if (!isMounted) return
  const fail = (error: Error) => {
    throw error
  }
  database = await openPglite(join(disk, 'database'), fail, await embeddedSnapshot())
  await database.pool.query('create table drinks (id integer primary key, note text)')
})
afterAll(async () => {
  if (isMounted) {
    await database.close()
    execFileSync('umount', ['-l', disk])
  }
  rmSync(disk, { recursive: true, force: true })
})

const write = (id: number) =>
  database.pool.query(
    'insert into drinks select $1, string_agg(md5(random()::text), $2) from generate_series(1, 200)',
    [id, ''],
  )

function fillDisk(): void {
  const ballast = join(disk, 'ballast')
  for (let megabytes = 64; megabytes >= 1; megabytes /= 2)
    try {
      writeFileSync(ballast, Buffer.alloc(megabytes * 1_048_576), { flag: 'a' })
    } catch {
      // Less, then.
    }
}

describe.runIf(isMounted)('the embedded database on a disk that runs full', () => {
  it('says so by its code, keeps what it acknowledged, and goes on once there is room', async () => {
    fillDisk()
    let acked = 0
    const writing = async () => {
      for (; acked < 10_000; acked += 1) await write(acked)
    }
    await expect(writing()).rejects.toMatchObject({ code: '53100' })
    await expect(write(acked)).rejects.toMatchObject({ code: '53100' })
    rmSync(join(disk, 'ballast'))
    await write(acked)
    const { rows } = await database.pool.query('select count(*)::int as there, max(id) as newest from drinks')
    expect(rows).toEqual([{ there: acked + 1, newest: acked }])
  })
})
