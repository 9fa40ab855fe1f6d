import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'
import { findMigrations, migrate, readMigrationTimes } from './migrate'

const serverUrl = process.env['TEST_DATABASE_URL']
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows

describe('migrating', () => {
  it('changes nothing the second time', async () => {
    await Promise.all([migrate(database.pool), migrate(database.pool)])
    const [applied] = await query(
      'select count(distinct hash) as distinct, count(*) as total from drizzle.__drizzle_migrations',
    )
    expect(applied.total).toBeGreaterThan(0)
    expect(applied.total).toBe(applied.distinct)
  })

  describe.runIf(serverUrl)('by five servers in parallel, on data of an old version', () => {
    let [folder, url, pools]: [string, string, Pool[]] = ['', '', []]
    const name = `quaff_race_${randomBytes(6).toString('hex')}`
    const admin = new Pool({ connectionString: serverUrl, max: 1 })
    const read = async (text: string) => (await pools[5]?.query(text))?.rows[0]
    const countTaken = () =>
      read('select count(distinct hash)::int as distinct, count(*)::int as total from drizzle.__drizzle_migrations')

    beforeEach(async () => {
      await admin.query(`create database ${name}`)
      url = Object.assign(new URL(serverUrl ?? ''), { pathname: `/${name}` }).href
      pools = [0, 1, 2, 3, 4, 5].map(() => new Pool({ connectionString: url, max: 1 }))
      // Dropping the database cuts connections that are still closing.
      for (const pool of pools) pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
      // The version before the counters by location and plan, which are filled from existing rows.
      folder = await cutMigrations('_room_for_counters')
      if (pools[5]) await migrate(pools[5], folder)
      await pools[5]?.query(`insert into redemptions (id, merchant_id, redeemed_at, status)
        select 'red_' || n, 'mer_' || n % 7, '2026-01-01Z'::timestamptz + n * interval '1 minute', 'completed' from generate_series(1, 20000) n`)
    })
    afterEach(async () => {
      await Promise.all(pools.map((pool) => pool.end()))
      await admin.query(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true })
    })
    afterAll(() => admin.end())

    it('happens in one server, and an old server that starts later changes nothing', async () => {
      await Promise.all(pools.slice(0, 5).map((pool) => migrate(pool)))
      const taken = await countTaken()
      expect([taken.total, await read('select sum(count)::int as drinks from redemption_days')]).toEqual([
        taken.distinct,
        { drinks: 20_000 },
      ])
      if (pools[5]) await migrate(pools[5], folder)
      expect(await countTaken()).toEqual(taken)
    })

    it('is finished by another server if the migrating one is gone', async () => {
      // `pg_locks` lists the whole cluster. Selects only granted locks of this database.
      const holder = `select pid from pg_locks join pg_database on pg_database.oid = database join pg_class on relname = 'redemption_days'
        where datname = current_database() and locktype = 'advisory' and granted and pid <> pg_backend_pid()`
      const migrating = Promise.allSettled(pools.slice(0, 5).map((pool) => migrate(pool)))
      await expect.poll(async () => (await read(holder))?.pid, { interval: 1 }).toBeDefined()
      await read(`select pg_terminate_backend(pid) from (${holder}) found`)
      const ended = (await migrating).map(({ status }) => status).toSorted()
      expect(ended.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'fulfilled'))
      const taken = await countTaken()
      const all = readMigrationTimes().length
      expect([taken, await read('select sum(count)::int as drinks from redemption_days')]).toEqual([
        { distinct: all, total: all },
        { drinks: 20_000 },
      ])
    })
  })
})

/** Copies the migrations up to one of them, like an old version. */
async function cutMigrations(last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaff-migrations-'))
  const all = (await readdir(findMigrations())).toSorted()
  const count = all.findIndex((name) => name.endsWith(last)) + 1
  for (const name of all.slice(0, count))
    await cp(join(findMigrations(), name), join(folder, name), { recursive: true })
  return folder
}

describe('a later migration', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quaff-migrations-'))
    await cp(findMigrations(), folder, { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  const add = async (name: string, text: string) => {
    const when = (readMigrationTimes(folder).at(-1) ?? 0) + 1_000
    const time = new Date(when).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    await mkdir(join(folder, `${time}_${name}`))
    await writeFile(join(folder, `${time}_${name}`, 'migration.sql'), text)
    return when
  }
  const forget = (when: number) => query('delete from drizzle.__drizzle_migrations where created_at = $1', [when])
  const isApplied = async (when: number) =>
    (await query('select 1 from drizzle.__drizzle_migrations where created_at = $1', [when])).length === 1
  const readIndex = async (name: string) =>
    (await query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [name]))[0]?.indisvalid
  const dropped = 'drop index concurrently if exists jobs_tried;--> statement-breakpoint\n'
  const indexed = `${dropped}create index concurrently jobs_tried on jobs (attempts);`

  it('builds an index next to writers, and again after an interruption', async () => {
    const when = await add('0900_index', indexed)
    await migrate(database.pool, folder)
    expect([await readIndex('jobs_tried'), await isApplied(when)]).toEqual([true, true])
    await forget(when)
    await migrate(database.pool, folder)
    expect([await readIndex('jobs_tried'), await isApplied(when)]).toEqual([true, true])
    await query('drop index jobs_tried')
    await forget(when)
  })

  it('builds an index while other servers wait for their turn', async () => {
    const when = await add('0900_index', indexed)
    await Promise.all([0, 1, 2, 3].map(() => migrate(database.pool, folder)))
    expect([await readIndex('jobs_tried'), await isApplied(when)]).toEqual([true, true])
    await query('drop index jobs_tried')
    await forget(when)
  })

  it('is rolled back if it fails, and earlier ones stay', async () => {
    const first = await add('0900_first', 'alter table jobs add column note text;')
    const second = await add(
      '0901_second',
      'alter table jobs add column other text;--> statement-breakpoint\nselect 1/0;',
    )
    await expect(migrate(database.pool, folder)).rejects.toMatchObject({ code: '22012' })
    expect([await isApplied(first), await isApplied(second)]).toEqual([true, false])
    const columns = await query(
      `select column_name as name from information_schema.columns where table_name = 'jobs' and column_name in ('note', 'other')`,
    )
    expect(columns).toEqual([{ name: 'note' }])
    await query('alter table jobs drop column note')
    await forget(first)
  })

  it('that an older server can’t work with stops it, and one that it can work with does not', async () => {
    const number = (when: number) => new Date(when).toISOString().replaceAll(/\D/g, '').slice(0, 14)
    const known = readMigrationTimes().at(-1) ?? 0
    const harmless = await add('0900_drop', `-- needs ${number(known)}\nselect 1;`)
    await migrate(database.pool, folder)
    await migrate(database.pool)
    const breaking = await add('0901_drop', `-- needs ${number(known + 2_000)}\nselect 1;`)
    await migrate(database.pool, folder)
    const sentence = `A newer version changed the database, and this version can’t work with it: it lacks migration ${number(known + 2_000)}. Start the newer version again, or restore a backup from before the update.`
    await expect(migrate(database.pool)).rejects.toThrow(sentence)
    await migrate(database.pool, folder)
    await query('drop table drizzle.needed_migrations')
    for (const when of [harmless, breaking]) await forget(when)
  })

  it.runIf(serverUrl)('waits for a table in use without blocking others', async () => {
    const when = await add('0900_column', 'alter table jobs add column note text;')
    const holder = await database.pool.connect()
    await holder.query('begin; select count(*) from jobs')
    const migrating = migrate(database.pool, folder)
    const longest = await longestRead(2_500)
    expect(await isApplied(when)).toBe(false)
    await holder.query('commit')
    holder.release()
    await migrating
    expect(await isApplied(when)).toBe(true)
    // A lock request without a limit would block reads for all of the 2,500 ms.
    expect(longest).toBeLessThan(1_700)
    await query('alter table jobs drop column note')
    await forget(when)
  })

  it.runIf(serverUrl)('blocks no writer for a second while a table gets an index', async () => {
    // A million rows with LONG_ROUNDS. Building the index in a transaction would block writers for the whole time.
    const rows = 1_000 * Number(process.env['LONG_ROUNDS'] ?? 20)
    await query(
      `insert into jobs (id, kind, payload, run_at, created_at)
       select 'old_' || n, 'x', '{}', now(), now() from generate_series(1, $1::int) n`,
      [rows],
    )
    const when = await add('0900_index', indexed)
    let isDone = false
    const migrating = migrate(database.pool, folder).finally(() => (isDone = true))
    let [written, longest] = [0, 0]
    while (!isDone) longest = Math.max(longest, await timeOf(() => write(`new_${(written += 1)}`)))
    await migrating
    expect([await readIndex('jobs_tried'), await isApplied(when), longest < 1_000]).toEqual([true, true, true])
    expect(await query(`select count(*)::int as there from jobs where id like 'new%'`)).toEqual([{ there: written }])
    await query('drop index jobs_tried; truncate jobs')
    await forget(when)
  })

  const write = (id: string) =>
    query(`insert into jobs (id, kind, payload, run_at, created_at) values ($1, 'x', '{}', now(), now())`, [id])
  const timeOf = async (act: () => Promise<unknown>) => {
    const from = performance.now()
    await act()
    return performance.now() - from
  }

  /** Returns the duration of the slowest read within `forMs`, in milliseconds. */
  async function longestRead(forMs: number): Promise<number> {
    let longest = 0
    for (const end = performance.now() + forMs; performance.now() < end; await wait(20))
      longest = Math.max(longest, await timeOf(() => query('select count(*) from jobs')))
    return longest
  }
})

describe('the audit log', () => {
  it('§G36 accepts rows and never changes or deletes one', async () => {
    await query(
      "insert into admin_audit_logs (id, action, target_type, target_id, occurred_at) values ('aud_1', 'approve_merchant', 'merchant', 'mer_1', now())",
    )
    for (const change of [
      "update admin_audit_logs set action = 'other'",
      'delete from admin_audit_logs',
      'truncate admin_audit_logs',
    ]) {
      await expect(query(change)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('insert-only'),
      })
    }
    expect(await query('select action from admin_audit_logs')).toEqual([{ action: 'approve_merchant' }])
  })
})

describe('redemptions', () => {
  const redeem = (id: string, at: string) =>
    query("insert into redemptions (id, merchant_id, redeemed_at) values ($1, 'mer_1', $2)", [id, at])
  const placeOf = async (id: string) =>
    (await query('select tableoid::regclass::text as place from redemptions where id = $1', [id]))[0]?.place
  const ensure = async (from: string, to: string) =>
    (await query('select ensure_redemption_partitions($1, $2) as made', [from, to]))[0]?.made

  it('are in the partition of their UTC month', async () => {
    expect(await ensure('2026-01-31T23:59:59Z', '2026-03-01T00:00:00Z')).toBe(3)
    expect(await ensure('2026-01-01T00:00:00Z', '2026-03-31T00:00:00Z')).toBe(0)
    await redeem('red_1', '2026-01-31T23:59:59.999Z')
    await redeem('red_2', '2026-02-01T00:00:00Z')
    expect([await placeOf('red_1'), await placeOf('red_2')]).toEqual(['redemptions_2026_01', 'redemptions_2026_02'])
  })

  it('move into a partition that is created later', async () => {
    await redeem('red_early', '2027-05-05T12:00:00Z')
    expect(await placeOf('red_early')).toBe('redemptions_default')
    await ensure('2027-05-01T00:00:00Z', '2027-05-31T00:00:00Z')
    expect(await placeOf('red_early')).toBe('redemptions_2027_05')
  })

  it('get each partition once despite concurrent requests', async () => {
    const made = await Promise.all([0, 1, 2, 3].map(() => ensure('2028-01-01T00:00:00Z', '2028-06-30T00:00:00Z')))
    expect(made.reduce((sum: number, count: number) => sum + count, 0)).toBe(6)
  })
})
