import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import type { Database, ReadPool, Replicas, Statement } from '@quaff/platform/server'
import { openDrizzle } from '@quaff/platform/server/adapters/queries/open-drizzle'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { router } from '../router'
import { aboutDemo, findDemoIds, type DemoIds } from '../testing/budgets/demo-ids'
import { readProcedures } from '../testing/budgets/read-procedures'
import { asClient } from '../testing/matrix/as-client'
import { procedureEndpoints } from '../testing/matrix/procedure-endpoints'
import { insertMerchants } from '../testing/matrix/target-rows'
import { keptWithPrimary, namedProcedures, readPlaceOf } from './read-places'

let services: TestServices
let app: ReturnType<typeof buildServer>
let ids: DemoIds
let people: string[]
let isAlone: boolean

/** The same rows in transactions that only read, as a replica has them. */
function readOnlyView({ pool }: TestServices['database']): Database {
  const query = async (...statement: [QueryConfig, unknown[]]) => {
    const client = await pool.connect()
    try {
      await client.query('begin read only')
      return await client.query(...statement)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const queryTogether = (statements: Statement[]) =>
    Promise.allSettled(statements.map((statement) => query(...(statement as [QueryConfig, unknown[]]))))
  const client: ReadPool = Object.create(pool, { query: { value: query }, queryTogether: { value: queryTogether } })
  return openDrizzle(client)
}

function standIn(): Replicas {
  const reader = readOnlyView(services.database)
  return {
    openReader: () => Promise.resolve(reader),
    askFirst: async (ask) => {
      const db = isAlone ? reader : services.db
      return { answer: await ask(db), db, isAlone }
    },
    isAlone: () => isAlone,
    canAnswer: () => true,
    count: () => 0,
    look: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
}

beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
  await seedDemo(services, { merchants: 12, subscriptions: 300 })
  await insertMerchants(services)
  services.replicas = standIn()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  ids = await findDemoIds(services.database.pool)
  const [admin, owner] = [await asAdmin(services), await asOwner(services, [ids.merchantId])]
  people = [admin.sessionId, owner.sessionId]
}, 120_000)
afterAll(() => services.close())

async function ask(name: string, input: unknown, sessionId: string | undefined): Promise<Response> {
  return app.request(`/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(sessionId && { authorization: `Bearer ${sessionId}` }) },
    body: JSON.stringify(asClient(input)),
  })
}

/** Returns the statuses for two users, for one merchant and for all. */
async function statusesOf(name: string): Promise<number[]> {
  const input = aboutDemo(await procedureEndpoints[name]?.input(services, 'own'), ids)
  const { merchantId: _merchantId, ...ofAll } = input
  const statuses: number[] = []
  for (const question of 'merchantId' in input ? [input, ofAll] : [input])
    for (const sessionId of people) statuses.push((await ask(name, question, sessionId)).status)
  return statuses
}

describe('a procedure that looks', () => {
  it('is declared to bear a replica, or kept with the primary for a reason', () => {
    const looking = readProcedures(router)
    expect([...namedProcedures, ...Object.keys(keptWithPrimary)].toSorted()).toEqual(looking.toSorted())
    for (const name of Object.keys(keptWithPrimary)) expect(readPlaceOf(name)).toBe('primary')
    expect(readPlaceOf('users.suspend')).toBe('primary')
  })

  it('answers from a database that cannot be written to, when it is declared to bear that', async () => {
    isAlone = false
    for (const name of namedProcedures) {
      const statuses = await statusesOf(name)
      expect(statuses, name).toContain(200)
      expect(
        statuses.filter((status) => status >= 500),
        name,
      ).toEqual([])
    }
  }, 120_000)

  it('answers without a primary too, and says so; everything else is refused', async () => {
    isAlone = true
    for (const name of namedProcedures) expect(await statusesOf(name), name).toContain(200)
    const list = await ask('merchants.list', {}, people[0])
    expect(list.headers.get('x-quaff-reads-only')).toBe('1')
    for (const name of Object.keys(keptWithPrimary)) expect((await ask(name, {}, people[0])).status, name).toBe(503)
    for (const name of ['signIn.withPassword', 'users.suspend', 'merchants.create', 'sessions.signOut']) {
      const refused = await ask(name, {}, people[0])
      expect(refused.status, name).toBe(503)
      expect(refused.headers.get('x-quaff-reads-only'), name).toBe('1')
    }
    // Such a session may have been opened in the seconds that the replica lacks.
    expect((await ask('sessions.current', {}, 'ses_unknown')).status).toBe(503)
    expect(await (await ask('sessions.current', {}, undefined)).json()).toMatchObject({ json: null })
    isAlone = false
    expect(await (await ask('sessions.current', {}, 'ses_unknown')).json()).toMatchObject({ json: null })
    expect((await ask('merchants.list', {}, people[0])).headers.get('x-quaff-reads-only')).toBeNull()
  }, 120_000)
})
