import { sql } from 'drizzle-orm'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { embeddedSnapshot } from '@quaff/platform/testing/database/embedded-snapshot'
import { openPglite, openPgliteInThread, type OpenDatabase } from './open-pglite'
import { queryMessage, WireServer } from './wire-server'

const ignoreCrash = () => {}
/** Making a cluster from nothing takes seconds, on a busy machine many. */
const coldStartMs = 120_000

it('holds nothing of the snapshot that it began with', { timeout: coldStartMs }, async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const held = async () => {
    await new Promise(setImmediate)
    if (typeof collect === 'function') collect()
    return process.memoryUsage().arrayBuffers
  }
  const [folder, snapshot] = [await mkdtemp(join(tmpdir(), 'quaff-held-')), await embeddedSnapshot()]
  const before = await held()
  const opened = await openPgliteInThread({ folder: join(folder, 'data'), snapshot })
  const { size } = await stat(snapshot)
  await expect.poll(async () => (await held()) - before).toBeLessThan(size / 2)
  await opened.close()
  await rm(folder, { recursive: true })
})

describe('the embedded database behind the ordinary driver', () => {
  let database: Awaited<ReturnType<typeof openPgliteInThread>>
  beforeAll(async () => {
    database = await openPgliteInThread({ folder: null, snapshot: await embeddedSnapshot() })
    await database.pool.query(
      'create table drinks (id serial primary key, name text not null, price bigint, facts jsonb, tags text[])',
    )
  })
  afterAll(() => database.close())

  it('answers the next query after a failed simple one', async () => {
    await expect(database.pool.query('select nope')).rejects.toMatchObject({ code: '42703' })
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it('answers the next query after a failed prepared one', async () => {
    const divide = { name: 'divide', text: 'select 6 / $1::int as result' }
    await expect(database.pool.query({ ...divide, values: [0] })).rejects.toMatchObject({ code: '22012' })
    expect((await database.pool.query({ ...divide, values: [2] })).rows).toEqual([{ result: 3 }])
    await expect(database.pool.query('insert into drinks (name) values ($1)', [null])).rejects.toMatchObject({
      code: '23502',
    })
    expect((await database.pool.query('select count(*) as count from drinks')).rows).toEqual([{ count: 0 }])
  })

  it('reads whole numbers as numbers and keeps those that a number cannot hold', async () => {
    const { rows } = await database.db.execute<Record<string, unknown>>(
      sql`select 12::int8 as small, 9007199254740993::int8 as large, sum(2::int8) as total`,
    )
    expect(rows).toEqual([{ small: 12, large: '9007199254740993', total: 2 }])
  })

  it('rolls back a transaction that throws', async () => {
    const work = database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into drinks (name, facts, tags) values ('tea', '{"hot":true}', '{a,b}')`)
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect((await database.pool.query('select * from drinks')).rows).toEqual([])
  })

  it('keeps transactions apart that start at the same time', async () => {
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into drinks (name) values (${`cup ${index}`})`)
          const { rows } = await tx.execute<{ count: number }>(sql`select count(*) as count from drinks`)
          return rows[0]?.count
        }),
      ),
    )
    expect(counts.toSorted((left = 0, right = 0) => left - right)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  it('answers many parallel queries each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        database.pool.query<{ n: number }>({ name: 'echo', text: 'select $1::int as n', values: [index] }),
      ),
    )
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 300 }, (_, index) => index))
  })

  it('leaves nothing of a connection that went away inside a transaction', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query("insert into drinks (name) values ('half')")
    client.release(true)
    expect((await database.pool.query("select * from drinks where name = 'half'")).rows).toEqual([])
  })

  it('carries results of many rows', async () => {
    const { rows } = await database.pool.query("select g, repeat('x', 200) as text from generate_series(1, 20000) g")
    expect(rows).toHaveLength(20_000)
  })

  it('answers the next query after the engine itself failed', async () => {
    vi.spyOn(database.engine, 'execProtocolRawStream').mockRejectedValueOnce(new Error('out of memory'))
    await expect(database.pool.query('select 1')).rejects.toThrow('out of memory')
    expect((await database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  })

  it('hands large results over in parts, and small ones in one', async () => {
    const sizes: number[] = []
    const server = new WireServer(
      database.engine,
      (reply) => void sizes.push('data' in reply ? reply.data.length : NaN),
    )
    const ask = (sql: string) => server.answer({ connection: 1, startup: false, data: queryMessage(sql) })
    ask("select repeat('x', 200) from generate_series(1, 20) g")
    ask("select repeat('x', 200) from generate_series(1, 20000) g")
    await expect.poll(() => sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(4_200_000)
    expect(sizes[0]).toBeLessThan(5_000)
    expect(Math.max(...sizes)).toBeLessThan(300_000)
    expect(sizes.length).toBeLessThan(20)
  })
})

describe('the embedded database in its own thread', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it(
    'keeps its rows over a restart and refuses a second owner in the meantime',
    async () => {
      const first = await openPglite(folder, ignoreCrash)
      await first.pool.query('create table notes (text text)')
      await first.pool.query("insert into notes values ('kept')")
      await expect(openPglite(folder, ignoreCrash)).rejects.toThrow(
        `The database folder ${folder} is in use by process ${process.pid}.`,
      )
      await first.close()
      const second = await openPglite(folder, ignoreCrash)
      expect((await second.pool.query('select text from notes')).rows).toEqual([{ text: 'kept' }])
      await second.close()
    },
    coldStartMs,
  )

  it(
    'begins with the snapshot of the build, and with it again when that was cut off, but never over data',
    async () => {
      const home = join(folder, 'with-snapshot')
      const open = async () => openPglite(home, ignoreCrash, await embeddedSnapshot())
      const countTables = async ({ pool }: OpenDatabase) =>
        (await pool.query(`select count(*) as tables from pg_tables where tablename in ('merchants', 'notes')`)).rows[0]
      // A copy that was cut off: its mark is there, and half of the files.
      await mkdir(join(home, 'data', 'base'), { recursive: true })
      await writeFile(join(home, 'data', 'PG_VERSION'), '')
      await writeFile(join(home, 'data.loading'), '')
      const first = await open()
      expect(await countTables(first)).toEqual({ tables: 1 })
      await first.pool.query('create table notes (text text)')
      await first.close()
      const second = await open()
      expect(await countTables(second)).toEqual({ tables: 2 })
      await second.close()
    },
    coldStartMs,
  )
})
