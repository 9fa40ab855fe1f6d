import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '@quaff/database/migrate'
import type { Replicas } from '@quaff/platform/server'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { openReplicas } from '@quaff/platform/server/adapters/replicas/open-replicas'
import { asAdmin } from '@quaff/platform/testing/actors'
import { startPostgresPair, type PostgresPair } from '@quaff/platform/testing/database/postgres-pair'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let pair: PostgresPair
let services: TestServices
let replicas: Replicas
let app: ReturnType<typeof buildServer>
let token: string

async function prepare(url: string): Promise<void> {
  const { pool, close } = openPostgres({ connectionString: url, max: 1 })
  await migrate(pool)
  await close()
}

async function onReplica(text: string): Promise<void> {
  const client = new Client(pair.replicas[0]?.url)
  await client.connect()
  await client.query(text)
  await client.end()
}

async function call(name: string, input: unknown, sessionId = token) {
  const begun = performance.now()
  const response = await app.request(`/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
    body: JSON.stringify({ json: input }),
  })
  return { status: response.status, text: await response.text(), ms: performance.now() - begun, response }
}

const metrics = async () =>
  (await app.request('/metrics', { headers: { authorization: 'Bearer of the metrics' } })).text()

describe.runIf(isOnPostgres)('a server with a replica', () => {
  beforeAll(async () => {
    pair = await startPostgresPair(1, prepare)
    const database = openPostgres({ connectionString: pair.primary.url })
    services = await createTestServices({
      database: { ...database, close: () => database.close(), truncate: () => Promise.resolve() },
    })
    replicas = openReplicas({
      primary: { db: services.db, connectionString: pair.primary.url },
      replicas: (pair.replicas ?? []).map(({ url }) => ({ connectionString: url, address: 'replica' })),
      pooled: false,
      aloneMs: 60_000,
      limits: { catchUpMs: 200, restMs: { behind: 50, away: 50 } },
    })
    services.replicas = replicas
    app = buildServer(services, { mount: (server) => mountApi(server, services), metricsToken: 'of the metrics' })
    token = (await asAdmin(services)).sessionId
  }, 120_000)
  afterAll(async () => {
    await replicas.close()
    await services.close()
    pair.stop()
  })

  it('shows each person what they have just written, while the replica falls behind and catches up', async () => {
    for (let round = 0; round < 30; round += 1) {
      if (round % 10 === 5) await onReplica('select pg_wal_replay_pause()')
      if (round % 10 === 9) await onReplica('select pg_wal_replay_resume()')
      const name = `Venue ${round}`
      const made = await call('merchants.create', { name, requestKey: randomUUID() })
      expect(made.status).toBe(200)
      expect((await call('merchants.list', { q: name })).text).toContain(`"${name}"`)
    }
    expect(replicas.count('replica')).toBeGreaterThan(0)
    expect(replicas.count('behind')).toBeGreaterThan(0)
    const told = await metrics()
    expect(told).toMatch(/replica_reads_total\{place="replica"\} [1-9]/)
    expect(told).toContain('replica_up{replica="replica"} 1')
    expect(told).toMatch(/replica_behind_bytes\{replica="replica"\} \d/)
    expect(told).toContain('primary_away 0')
  })

  it('ends a session immediately, even if the replica lags', async () => {
    const { sessionId } = await asAdmin(services)
    expect((await call('merchants.list', {}, sessionId)).status).toBe(200)
    await onReplica('select pg_wal_replay_pause()')
    expect((await call('sessions.signOut', {}, sessionId)).status).toBe(200)
    expect((await call('merchants.list', {}, sessionId)).status).toBe(401)
    await onReplica('select pg_wal_replay_resume()')
  })

  it('keeps serving reads within five seconds of losing the primary, and refuses writes and sign-ins', async () => {
    const gone = (await asAdmin(services)).sessionId
    expect((await call('sessions.signOut', {}, gone)).status).toBe(200)
    await expect.poll(async () => (await replicas.look())[0]?.behindBytes, { timeout: 10_000 }).toBe(0)
    pair.primary.kill()
    const [list, current] = await Promise.all([call('merchants.list', { q: 'Venue 29' }), call('sessions.current', {})])
    for (const answer of [list, current]) {
      expect(answer.status).toBe(200)
      expect(answer.ms).toBeLessThan(5_000)
      expect(answer.response.headers.get('x-quaff-reads-only')).toBe('1')
    }
    expect(list.text).toContain('"Venue 29"')
    expect((await app.request('/readyz')).status).toBe(200)
    expect(await metrics()).toContain('primary_away 1')
    // The replica can't tell a session that ended from one that the primary opened last.
    expect((await call('merchants.list', {}, gone)).status).toBe(503)
    for (const [name, input] of [
      ['merchants.create', { name: 'Never', requestKey: randomUUID() }],
      ['signIn.withPassword', { email: 'a@example.com', password: 'something' }],
      ['sessions.signOut', {}],
    ] as const)
      expect((await call(name, input)).status, name).toBe(503)
    const download = await app.request('/api/files/merchants-export', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ format: 'csv' }),
    })
    expect(download.status).toBe(503)
    expect(services.log.lines.filter(({ event }) => event === 'request_failed')).toEqual([])
  }, 30_000)
})
