import { sql } from 'drizzle-orm'
import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startPostgresPair, type PostgresPair } from '@quaff/platform/testing/database/postgres-pair'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import type { Database } from '../../context'
import { DatabaseAway } from '../../reading/replicas'
import { openPostgres } from '../postgres'
import { openReplicas, type ReplicaOptions } from './open-replicas'

/** Long limits, so that only a deliberate delay makes a replica late. */
const hurried = { askEveryMs: 50, patienceMs: 10_000, awayAfterMs: 300, catchUpMs: 10_000 } as const

let pair: PostgresPair
let opened: ReturnType<typeof openPostgres>

async function begin(count: number): Promise<void> {
  pair = await startPostgresPair(count, (url) => run(url, 'create table notes (id serial, text text)'))
  opened = openPostgres({ connectionString: pair.primary.url })
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function open({ limits, ...more }: Partial<ReplicaOptions> = {}) {
  const replicas = openReplicas({
    primary: { db: opened.db, connectionString: pair.primary.url },
    replicas: pair.replicas.map(({ url }, index) => ({ connectionString: url, address: `replica ${index}` })),
    pooled: false,
    aloneMs: 60_000,
    limits: { ...hurried, ...limits },
    ...more,
  })
  onTestFinished(() => replicas.close())
  return replicas
}

const write = async (text: string) => {
  await opened.db.execute(sql`insert into notes (text) values (${text})`)
}
const readNewest = async (db: Database) => {
  const { rows } = await db.execute<{ text: string }>(sql`select text from notes order by id desc limit 1`)
  return rows[0]?.text
}
const isFollower = async (db: Database) =>
  (await db.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`)).rows[0]?.is

describe.runIf(isOnPostgres).each([{ pooled: false }, { pooled: true }])('a replica, pooled: $pooled', ({ pooled }) => {
  beforeAll(() => begin(1), 120_000)
  afterAll(async () => {
    await opened.close()
    pair.stop()
  })
  beforeEach(() => () => run(pair.replicas[0]?.url ?? '', 'select pg_wal_replay_resume()'))

  it('answers reads, and always with what was written before', async () => {
    const replicas = open({ pooled })
    for (let index = 0; index < 200; index += 1) {
      await write(`note ${index}`)
      expect(await readNewest(await replicas.openReader())).toBe(`note ${index}`)
    }
    expect(await isFollower(await replicas.openReader())).toBe(true)
    expect(replicas.count('replica')).toBe(201)
  })

  it('that lags is left alone, and the primary answers instead with what was just written', async () => {
    const replicas = open({ pooled, limits: { catchUpMs: 20 } })
    await run(pair.replicas[0]?.url ?? '', 'select pg_wal_replay_pause()')
    await write('while it is stalled')
    const reader = await replicas.openReader()
    expect(await readNewest(reader)).toBe('while it is stalled')
    expect(await isFollower(reader)).toBe(false)
    expect(replicas.count('behind')).toBe(2)
    const [state] = await replicas.look()
    expect(state).toMatchObject({ isUp: true })
    expect(state?.behindBytes).toBeGreaterThan(0)
  })

  it('is waited for while it catches up', async () => {
    const replicas = open({ pooled })
    await run(pair.replicas[0]?.url ?? '', 'select pg_wal_replay_pause()')
    await write('soon there')
    const reading = replicas.openReader().then(readNewest)
    await run(pair.replicas[0]?.url ?? '', 'select pg_wal_replay_resume()')
    expect(await reading).toBe('soon there')
    expect(replicas.count('behind')).toBe(0)
  })

  it('that accepts and never answers is given up, and then left alone', async () => {
    const gate = await openGate(pair.replicas[0]?.url ?? '')
    gate.hold()
    const replicas = open({
      pooled,
      replicas: [{ connectionString: gate.url, address: 'held' }],
      limits: { patienceMs: 100 },
    })
    await write('answered by the primary')
    for (let index = 0; index < 3; index += 1)
      expect(await readNewest(await replicas.openReader())).toBe('answered by the primary')
    expect(replicas.count('away')).toBe(3)
    expect(gate.opened()).toBe(1)
  })

  it('refuses a write that strays to it, loudly', async () => {
    const reader = await open({ pooled }).openReader()
    await expect(reader.execute(sql`insert into notes (text) values ('astray')`)).rejects.toMatchObject({
      cause: { code: '25006' },
    })
  })

  it('that gives up a read in favour of what the primary has cleaned away costs no one an answer', async () => {
    const replicas = open({ pooled })
    const replica = pair.replicas[0]?.url ?? ''
    await run(replica, "alter system set max_standby_streaming_delay = '0'", 'select pg_reload_conf()')
    await write('to be deleted')
    const reader = await replicas.openReader()
    const slowly = sql`select count(*)::int as count, case when pg_is_in_recovery() then pg_sleep(60) end from notes`
    const reading = reader.execute(slowly, 'objects').then((rows) => rows[0]?.['count'])
    await expect.poll(() => countSleeping(replica)).toBe(1)
    await run(pair.primary.url, 'truncate notes')
    expect(await reading).toBe(0)
    expect(replicas.count('failed')).toBe(1)
  })
})

/** A proxy that can stall: connections stay open while no data passes. */
async function openGate(url: string) {
  const { port, username, pathname } = new URL(url)
  const sockets: Socket[] = []
  let isHeld = false
  const server = createServer((socket) => {
    sockets.push(socket)
    const beyond = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      from.on('data', (bytes) => isHeld || to.write(bytes))
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The gate has no port')
  return {
    url: `postgres://${username}@127.0.0.1:${address.port}${pathname}`,
    hold: () => (isHeld = true),
    opened: () => sockets.length,
  }
}

async function countSleeping(url: string): Promise<number> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")
  await client.end()
  return rows.length
}

describe.runIf(isOnPostgres)('of two replicas', () => {
  beforeAll(() => begin(2), 120_000)
  afterAll(async () => {
    await opened.close()
    pair.stop()
  })

  it('one that is promoted is not asked any more, the other one answers; once that is killed the primary does', async () => {
    const replicas = open()
    pair.replicas[0]?.promote()
    for (let index = 0; index < 10; index += 1) {
      await write(`after ${index}`)
      const reader = await replicas.openReader()
      expect(await readNewest(reader)).toBe(`after ${index}`)
      expect(await isFollower(reader)).toBe(true)
    }
    expect((await replicas.look()).map(({ isUp }) => isUp)).toEqual([false, true])
    pair.replicas[1]?.kill()
    await write('the last one')
    const reader = await replicas.openReader()
    expect(await readNewest(reader)).toBe('the last one')
    expect(await isFollower(reader)).toBe(false)
  })
})

describe.runIf(isOnPostgres)('while the primary is away', () => {
  beforeAll(() => begin(1), 120_000)
  afterAll(async () => {
    await opened.close()
    pair.stop()
  })

  it('because it does not answer any more, a waiting read is answered by a replica', async () => {
    const gate = await openGate(pair.primary.url)
    const held = openPostgres({ connectionString: gate.url })
    const replicas = open({ primary: { db: held.db, connectionString: gate.url }, limits: { patienceMs: 1_000 } })
    await write('before it is stalled')
    // The primary was heard, and the replica has the row: only then can it answer alone.
    await expect.poll(async () => isFollower(await replicas.openReader())).toBe(true)
    expect(await replicas.askFirst(readNewest)).toMatchObject({ answer: 'before it is stalled', isAlone: false })
    gate.hold()
    expect(await replicas.askFirst(readNewest)).toMatchObject({ answer: 'before it is stalled', isAlone: true })
    expect(await readNewest(await replicas.openReader())).toBe('before it is stalled')
    // A connection that is held up would keep the pool from ending.
    void held.close().catch(() => undefined)
  })

  it('since the server started, a waiting read fails soon and does not hang', async () => {
    const gate = await openGate(pair.primary.url)
    const held = openPostgres({ connectionString: gate.url })
    await held.db.execute(sql`select 1`)
    gate.hold()
    const replicas = open({ primary: { db: held.db, connectionString: gate.url }, limits: { patienceMs: 100 } })
    await expect(replicas.askFirst(readNewest)).rejects.toBeInstanceOf(DatabaseAway)
    void held.close().catch(() => undefined)
  }, 10_000)

  it('reads go on with what it had, questions of rights too, and neither for longer than is allowed', async () => {
    const replicas = open()
    const never = open({ aloneMs: 0 })
    const short = open({ aloneMs: 1_500 })
    await write('before it dies')
    expect(await readNewest(await replicas.openReader())).toBe('before it dies')
    expect(await replicas.askFirst(readNewest)).toMatchObject({ answer: 'before it dies', isAlone: false })
    pair.primary.kill()
    const requested = await Promise.all([replicas.askFirst(readNewest), short.askFirst(readNewest)])
    for (const one of requested) expect(one).toMatchObject({ answer: 'before it dies', isAlone: true })
    expect(replicas.isAlone()).toBe(true)
    expect(await readNewest(await replicas.openReader())).toBe('before it dies')
    await expect(never.askFirst(readNewest)).rejects.toThrow('Failed query')
    await expect(never.openReader().then(readNewest)).rejects.toThrow('Failed query')
    await expect.poll(() => short.isAlone()).toBe(false)
    await expect(short.askFirst(readNewest)).rejects.toThrow('Failed query')
  })
})
