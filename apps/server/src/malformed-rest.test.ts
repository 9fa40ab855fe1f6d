import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { openRollbackDatabase, type RollbackDatabase } from '@quaff/platform/testing/database/rollback-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { router } from './router'
import { knockAsEach, type ActorKind } from './testing/matrix/actor-kinds'
import { fingerprinter, unlessAborted } from './testing/matrix/fingerprint'
import { isServerError, seedOf } from './testing/matrix/malformed-requests'
import { restAddresses, rightRest, malformedRest, type RestAddress } from './testing/matrix/malformed-rest-requests'
import { procedureEndpoints } from './testing/matrix/procedure-endpoints'
import { insertColleague, insertMerchants } from './testing/matrix/target-rows'
import { unnamedFields } from './testing/matrix/unnamed-fields'

let database: RollbackDatabase
let services: TestServices
let app: ReturnType<typeof buildServer>
let headersOf: Record<ActorKind, Record<string, string>>
let fingerprint: () => Promise<string>

beforeAll(async () => {
  database = await openRollbackDatabase()
  services = await createTestServices({ database, identityProvider: vouchingProvider() })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services)
  for (const row of ['own', 'foreign'] as const) await insertColleague(services, row, 'active')
  headersOf = await knockAsEach(services)
  fingerprint = await fingerprinter(database.pool)
  await database.keep('merchants')
})
afterAll(() => services.close())

/** `npm run verify -- --changed` names the routers that a change can touch; without it all are tried. */
const touched = process.env['MATRIX_ROUTERS']?.split(',')
const addresses = restAddresses(router)
  .filter(({ name }) => !touched || touched.includes(name.split('.')[0] ?? ''))
  .map((address): [string, RestAddress] => [address.name, address])

/** `npm run test:long -- --malformed` sends hundreds of times as many. */
const requestsPerProcedure = Number(process.env['MALFORMED_PER_DOOR'] ?? 2)
const kinds = ['admin', 'ownerOfOne', 'anon'] as const

async function bringInput(name: string): Promise<unknown> {
  await database.rollBack('merchants')
  const input = await procedureEndpoints[name]?.input(services, 'own')
  await database.keep('input')
  return input
}

it.each([
  ['deeper than any call is', `q${'[x]'.repeat(4_900)}=1`],
  ['lists in lists', `q${'[]'.repeat(7_300)}=1`],
  ['names that reach for prototypes', 'q[__proto__][x]=1'],
  ['many lists of thousands of entries', Array.from({ length: 1_000 }, (_, index) => `x${index}[9999]=`).join('&')],
])('an address with %s is refused before anyone reads it', async (_, query) => {
  const response = await app.request(`/api/merchants/list?${query}`)
  expect([response.status, await response.json()]).toMatchObject([400, { reason: 'INVALID_INPUT' }])
})

/** Otherwise all that is spoiled would only show that nothing is let in. */
describe('a right request', () => {
  const granted = ['ok', 'empty', 'null']
  it.each(addresses)('to the REST address of %s is answered as by the console’s protocol', async (name, address) => {
    const expected = procedureEndpoints[name]?.expected.admin
    const outcome = typeof expected === 'object' ? expected.own : expected
    const { path, ...init } = rightRest(address, await bringInput(name), headersOf.admin)
    const response = await app.request(path, init)
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    const text = response.bodyUsed ? '' : await response.text()
    expect(response.ok, text).toBe(granted.includes(outcome ?? ''))
    if (text !== '') expect(unnamedFields(name, JSON.parse(text)), 'fields that the contract does not name').toEqual([])
  })
})

describe('a malformed request', () => {
  it.each(addresses)(
    'to the REST address of %s fails in no way of its own and writes nothing',
    async (name, address) => {
      const input = await bringInput(name)
      const before = await fingerprint()
      const errors: string[] = []
      const { length } = kinds
      for (const [turn, kind] of kinds.entries()) {
        const numRuns = Math.ceil((requestsPerProcedure - turn) / length)
        const requests = malformedRest(address, input, headersOf[kind])
        for (const sent of numRuns > 0 ? fc.sample(requests, { numRuns, seed: seedOf(`${name} ${kind}`) }) : []) {
          await database.rollBack('input')
          const logged = services.log.lines.length
          const { path, ...init } = sent
          const response = await app.request(path, init)
          const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
          const text = isStream ? (await response.body?.cancel(), '') : await response.text()
          const isBroken =
            isServerError(response.status, text) ||
            services.log.lines.slice(logged).some(({ event }) => event === 'request_failed')
          const isRefused = response.status >= 400
          if (isBroken || (isRefused && (await fingerprint().catch(unlessAborted(before))) !== before))
            errors.push(
              `${kind} ${response.status}: ${sent.method} ${path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)}`,
            )
        }
      }
      expect(errors).toEqual([])
    },
    600_000,
  )
})
