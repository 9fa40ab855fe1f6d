import { isProcedure } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { openRollbackDatabase, type RollbackDatabase } from '@quaff/platform/testing/database/rollback-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { callables } from './callables'
import { router } from './router'
import {
  actorKinds,
  knockAsEach,
  merchantOf,
  ownerships,
  type ActorKind,
  type Ownership,
} from './testing/matrix/actor-kinds'
import { asClient } from './testing/matrix/as-client'
import { callableEndpoints, publicRegistration } from './testing/matrix/callable-endpoints'
import type { Endpoint, Outcome } from './testing/matrix/endpoint'
import { queryKeepingClient, unlessAborted } from './testing/matrix/fingerprint'
import { malformedBodies } from './testing/matrix/malformed-bodies'
import { isServerError, seedOf } from './testing/matrix/malformed-requests'
import { fileEndpoints, procedureEndpoints } from './testing/matrix/procedure-endpoints'
import { insertColleague, insertMerchants } from './testing/matrix/target-rows'
import { unnamedFields } from './testing/matrix/unnamed-fields'

let database: RollbackDatabase
let services: TestServices
let app: ReturnType<typeof buildServer>
let headersOf: Record<ActorKind, Record<string, string>>

beforeAll(async () => {
  database = await openRollbackDatabase()
  services = await createTestServices({ database, identityProvider: vouchingProvider() })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services)
  for (const row of ['own', 'foreign'] as const) await insertColleague(services, row, 'active')
  headersOf = await knockAsEach(services)
  await fillForeign()
  await database.keep('merchants')
})
afterAll(() => services.close())

/** The foreign merchant has one of everything, so that an answer that forgot its scope shows it. */
async function fillForeign(): Promise<void> {
  for (const { hasId, input } of Object.values(procedureEndpoints)) if (hasId) await input(services, 'foreign')
}

type Knock = { path: string; wrap: (input: unknown) => unknown }
type Answer = { outcome: Outcome; body: string }

/** To them no list, record, figure or file may say anything of a foreign merchant, whose id and name are one word. */
const staff: readonly ActorKind[] = ['viewerOwn', 'viewerNone', 'ownerOfOne', 'ownerOfTwo']
const granted: readonly Outcome[] = ['ok', 'empty', 'null']

/** The input is created once per row; what one actor changes is rolled back for the next. */
async function bringInput(endpoint: Endpoint, row: Ownership): Promise<unknown> {
  await database.rollBack('merchants')
  const input = await endpoint.input(services, row)
  await database.keep('input')
  return input
}

async function knock(way: Knock, input: unknown, kind: ActorKind): Promise<Answer> {
  await database.rollBack('input')
  return send(way, input, kind)
}

async function send({ path, wrap }: Knock, input: unknown, kind: ActorKind): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...headersOf[kind] }
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(wrap(input)), headers })
  return readAnswer(response)
}

/** A count reveals no one: it stays the same if the foreign merchant gets another row. */
async function knockAmongForeign(endpoint: Endpoint, way: Knock, input: unknown, kind: ActorKind): Promise<string> {
  await database.rollBack('input')
  await endpoint.input(services, 'foreign')
  return (await send(way, input, kind)).body
}

function outcomeFor({ expected }: Endpoint, kind: ActorKind, row: Ownership): Outcome {
  const outcome = expected[kind]
  return typeof outcome === 'string' ? outcome : outcome[row]
}

/** Used in most cases, so it is planned once. */
const changes = {
  name: 'count_changes',
  text: `select (select count(*) from admin_audit_logs) as audit, (select count(*) from users) as users,
    (select count(*) from sessions) as sessions, (select count(*) from outbox_mails) as mails,
    (select count(*) from user_activity) as activity`,
}

async function countChanges() {
  const [row] = await queryKeepingClient<Record<string, number>>(database.pool, changes)
  return row
}

async function readAnswer(response: Response): Promise<Answer> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { outcome: 'ok', body: '' }
  }
  const text = await response.text()
  if (response.headers.has('content-disposition')) return { outcome: 'ok', body: text }
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return { outcome: response.ok ? 'ok' : 'UNREADABLE', body: '' }
  return { outcome: outcomeOf(JSON.parse(text)), body: text.replaceAll(/"req_[^"]*"/g, '""') }
}

type ResponseBody = {
  defined?: boolean
  code?: Uppercase<string>
  rows?: unknown[]
  userIds?: unknown[]
  totalUsers?: number
}
type Body = {
  code?: Uppercase<string>
  error?: { status: Uppercase<string> }
  result?: { success?: boolean } | null
  json?: ResponseBody | unknown[] | null
}

function outcomeOf({ code, error, result, json }: Body): Outcome {
  if (error) return error.status
  if (code) return code
  if (result !== undefined) return result?.success === false ? 'declined' : 'ok'
  if (json === null || json === undefined) return 'null'
  if (Array.isArray(json)) return json.length === 0 ? 'empty' : 'ok'
  // A record may have a `code` field; a refusal also says whether it was declared.
  if (json.code && json.defined !== undefined) return json.code
  return json.rows?.length === 0 || json.userIds?.length === 0 || json.totalUsers === 0 ? 'empty' : 'ok'
}

function proceduresOf(node: unknown, path: string[] = [], only?: string): string[] {
  if (isProcedure(node)) return !only || node['~orpc'].route.method === only ? [path.join('.')] : []
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...path, key], only))
}

const looks = new Set(proceduresOf(router, [], 'GET'))

/** `npm run verify -- --changed` names the routers that a change can touch; without it all are tried. */
const touched = process.env['MATRIX_ROUTERS']?.split(',')
const isTried = (name: string) => !touched || touched.includes(name.split('.')[0] ?? '')

const endpoints: [name: string, endpoint: Endpoint, knock: Knock][] = [
  ...Object.entries(procedureEndpoints)
    .filter(([name]) => isTried(name))
    .map(([name, endpoint]): [string, Endpoint, Knock] => [
      name,
      endpoint,
      { path: `/rpc/${name.replaceAll('.', '/')}`, wrap: asClient },
    ]),
  ...Object.entries({ ...callableEndpoints, 'createAdminUserV2 by a stranger': publicRegistration }).map(
    ([name, endpoint]): [string, Endpoint, Knock] => [
      `callable ${name}`,
      endpoint,
      { path: `/us-central1/${name.split(' ')[0]}`, wrap: (data) => ({ data }) },
    ],
  ),
  ...Object.entries(fileEndpoints).map(([name, endpoint]): [string, Endpoint, Knock] => [
    `file ${name}`,
    endpoint,
    { path: `/api/files/${name}`, wrap: (input) => input },
  ]),
]

describe('the matrix', () => {
  it('§7 has a row for every procedure and every callable, and for nothing else', () => {
    expect(Object.keys(procedureEndpoints).sort()).toEqual(proceduresOf(router).sort())
    expect(Object.keys(callableEndpoints).sort()).toEqual(Object.keys(callables).sort())
  })
})

describe.each(endpoints)('%s', (name, endpoint, way) => {
  beforeAll(() => {
    // Caches belong to a database object, so a new object starts with empty ones.
    services.db = Object.create(database.db)
  })

  describe.each(endpoint.hasId ? ownerships : (['own'] as const))('%s row', (row) => {
    let input: unknown
    let before: Awaited<ReturnType<typeof countChanges>>

    beforeAll(async () => {
      input = await bringInput(endpoint, row)
      before = await countChanges()
    })

    const cases = actorKinds.map((kind): [ActorKind, Outcome] => [kind, outcomeFor(endpoint, kind, row)])

    it.each(cases)('§6 §G9 %s: %s', async (kind, expected) => {
      const { outcome, body } = await knock(way, input, kind)
      expect(outcome).toBe(expected)
      if (way.path.startsWith('/rpc/') && body !== '')
        expect(unnamedFields(name, JSON.parse(body).json), 'fields that the contract does not name').toEqual([])
      if (!granted.includes(expected)) expect(await countChanges(), 'a refused call writes nothing').toEqual(before)
      if (!staff.includes(kind) || row === 'foreign') return
      expect(body, 'a leak').not.toContain(merchantOf.foreign)
      if (looks.has(name) && row === 'own' && granted.includes(expected))
        expect(await knockAmongForeign(endpoint, way, input, kind), 'a leak').toBe(body)
    })
  })
})

describe('an input of the wrong shape', () => {
  const shutOut = ['UNAUTHORIZED', 'FORBIDDEN', 'UNAUTHENTICATED', 'PERMISSION_DENIED']
  const refused = endpoints.flatMap(([name, endpoint, way]): [string, Knock, [ActorKind, Outcome][]][] => {
    const kinds = actorKinds.flatMap((kind): [ActorKind, Outcome][] => {
      const outcomes = (endpoint.hasId ? ownerships : (['own'] as const)).map((row) => outcomeFor(endpoint, kind, row))
      const [outcome = ''] = outcomes
      return shutOut.includes(outcome) && outcomes.every((one) => one === outcome) ? [[kind, outcome]] : []
    })
    return kinds.length > 0 ? [[name, way, kinds]] : []
  })

  // The endpoint tested last may have ended a session.
  beforeAll(() => database.rollBack('merchants'))

  it.each(refused)('of %s is hidden from callers without the right', async (_, way, kinds) => {
    const before = await countChanges()
    for (const [kind, outcome] of kinds) {
      for (const input of [{ unheardOf: 1 }, 'a text', []]) {
        const headers = { 'content-type': 'application/json', ...headersOf[kind] }
        const response = await app.request(way.path, { method: 'POST', body: JSON.stringify(way.wrap(input)), headers })
        const answer = await readAnswer(response)
        expect(answer.outcome, `${kind}: ${JSON.stringify(input)}`).toBe(outcome)
      }
    }
    expect(await countChanges()).toEqual(before)
  })
})

describe('a foreign row', () => {
  const refusing = endpoints.filter(
    ([, { expected }]) => typeof expected.ownerOfOne === 'object' && expected.ownerOfOne.foreign === 'NOT_FOUND',
  )

  it.each(refusing)('of %s is answered word for word as a missing one', async (_, endpoint, way) => {
    const ask = async (row: Ownership) => knock(way, await bringInput(endpoint, row), 'ownerOfOne')
    expect(await ask('foreign')).toEqual(await ask('missing'))
  })
})

/** `npm run test:long -- --malformed` sends a thousand times as many. */
const bodiesPerEndpoint = Number(process.env['MALFORMED_PER_DOOR'] ?? 2)

describe('a malformed body', () => {
  it.each(endpoints)(
    'to %s fails in no way of its own and writes nothing',
    async (name, endpoint, way) => {
      const input = await bringInput(endpoint, 'own')
      const before = await countChanges()
      const errors: string[] = []
      const bodies = fc.sample(malformedBodies(way.wrap(input)), { numRuns: bodiesPerEndpoint, seed: seedOf(name) })
      for (const [index, body] of bodies.entries()) {
        const kind = (['admin', 'ownerOfOne', 'anon'] as const)[index % 3] ?? 'anon'
        await database.rollBack('input')
        const headers = { 'content-type': 'application/json', ...headersOf[kind] }
        const response = await app.request(way.path, { method: 'POST', body, headers })
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
        const text = isStream ? (await response.body?.cancel(), '') : await response.text()
        const isRefused = response.status >= 400
        if (
          isServerError(response.status, text) ||
          (isRefused && JSON.stringify(await countChanges().catch(unlessAborted(before))) !== JSON.stringify(before))
        )
          errors.push(`${kind} ${response.status}: ${body.slice(0, 300)}`)
      }
      expect(errors).toEqual([])
    },
    600_000,
  )
})
