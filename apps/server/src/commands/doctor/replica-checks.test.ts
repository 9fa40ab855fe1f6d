import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '@quaff/database/migrate'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { startPostgresPair, type PostgresPair } from '@quaff/platform/testing/database/postgres-pair'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { readEnvironment } from '../../environment'
import { runCheck } from './check'
import { replicaChecks } from './replica-checks'

let pair: PostgresPair
let pool: Pool

async function prepare(url: string): Promise<void> {
  const { pool: own, close } = openPostgres({ connectionString: url, max: 1 })
  await migrate(own)
  await own.query('create role watcher login')
  await own.query('grant usage on schema drizzle to watcher; grant select on drizzle.__drizzle_migrations to watcher')
  await close()
}

async function run(replicaUrl: string, by = pool): Promise<string> {
  const variables = { DATABASE_URL: 'postgres://quaff@127.0.0.1:1/quaff_test', DATABASE_REPLICA_URL: replicaUrl }
  const { database } = readEnvironment('start', variables)
  if (database.kind !== 'postgres') throw new Error('PostgreSQL was asked for')
  const [check] = replicaChecks(database, by)
  if (!check) throw new Error('There is no check')
  const { finding } = await runCheck({ ...check, limitMs: 30_000 })
  return `${finding.level} ${finding.seen}${finding.level === 'ok' ? '' : ` → ${finding.advice}`}`
}

async function onReplica(text: string): Promise<void> {
  const client = new Client(pair.replicas[0]?.url)
  await client.connect()
  await client.query(text)
  await client.end()
}

describe.runIf(isOnPostgres)('the doctor looks at each replica and', () => {
  beforeAll(async () => {
    pair = await startPostgresPair(1, prepare)
    pool = new Pool({ connectionString: pair.primary.url, max: 1 })
  }, 120_000)
  afterAll(async () => {
    await pool.end()
    pair.stop()
  })

  it('says how far it is behind, also to a user without rights to watch', async () => {
    const url = pair.replicas[0]?.url ?? ''
    await expect.poll(() => run(url), { timeout: 10_000 }).toMatch(/^ok 127\.0\.0\.1:\d+\/quaff_test, nothing behind$/)
    const watcher = new Pool({ connectionString: pair.primary.url.replace('quaff@', 'watcher@'), max: 1 })
    expect(await run(url.replace('quaff@', 'watcher@'), watcher)).toMatch(/^ok /)
    await watcher.end()
  })

  it('warns of one whose replay is paused, with what it lacks and how to go on', async () => {
    await onReplica('select pg_wal_replay_pause()')
    await pool.query('create table later (id int)')
    const told = await run(pair.replicas[0]?.url ?? '')
    expect(told).toMatch(
      /^warn .*, \d+\.\d s and \d+ kB behind; replay is paused → Run `select pg_wal_replay_resume\(\)`/,
    )
    await onReplica('select pg_wal_replay_resume()')
  })

  it('fails what is no replica, follows another database, or is not there', async () => {
    expect(await run(pair.primary.url)).toMatch(/^warn .* is currently the primary → None needed/)
    const other = await startPostgresPair(1, prepare)
    const stranger = await run(other.replicas[0]?.url ?? '')
    expect(await run(other.primary.url)).toMatch(/^FAIL .* is a separate primary, not a replica → Use a replica/)
    other.stop()
    expect(stranger).toMatch(/^FAIL .* is a replica of a different database → /)
    pair.replicas[0]?.kill()
    expect(await run(pair.replicas[0]?.url ?? '')).toMatch(/^FAIL .*ECONNREFUSED.* → Start it, or correct/)
  }, 60_000)
})
