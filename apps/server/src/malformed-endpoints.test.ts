import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertKey, signatureOf, type TestKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { buildImage } from '@quaff/features/branding/testing/bad-image-factory'
import { importWork } from '@quaff/features/imports/server'
import { ingestKinds } from '@quaff/features/ingest/contract'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { stripeEvent, stripeInvoice, stripeSubscription } from '@quaff/features/payments/testing/stripe-event-factory'
import { resources } from '@quaff/features/read-api/contract'
import { insertReadable } from '@quaff/features/read-api/testing/readable-factory'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { vouchingProvider } from '@quaff/features/sign-in/testing/single-sign-on-factory'
import { insertLiveForm, strangerContext } from '@quaff/features/signup-forms/testing/form-factory'
import { stripeSignatures } from '@quaff/platform/server/adapters/stripe-signatures'
import { workbookPath } from '@quaff/platform/shared/csv'
import { asAdmin } from '@quaff/platform/testing/actors'
import { openRollbackDatabase, type RollbackDatabase } from '@quaff/platform/testing/database/rollback-database'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { fingerprinter, unlessAborted } from './testing/matrix/fingerprint'
import {
  isServerError,
  multipartBody,
  seedOf,
  malformedForms,
  malformedJson,
  malformedPaths,
  malformedQueries,
  type Sent,
} from './testing/matrix/malformed-requests'
import { fileEndpoints } from './testing/matrix/procedure-endpoints'

const secret = 'whsec_of_these_tests'
let database: RollbackDatabase
let services: TestServices
let app: ReturnType<typeof buildServer>
let key: TestKey
let admin: Record<string, string>
let form: { slug: string; proof: string }
let picture: Buffer
let workbook: Buffer
let fingerprint: () => Promise<string>

beforeAll(async () => {
  database = await openRollbackDatabase()
  const paymentSignatures = stripeSignatures([secret], true)
  const identityProvider = vouchingProvider()
  services = await createTestServices({ database, paymentSignatures, identityProvider, files: memoryFiles() })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await insertMerchants(services, [{ id: 'mer_a' }])
  await insertReadable(services, 'own')
  key = await insertKey(services)
  admin = { authorization: `Bearer ${(await asAdmin(services)).sessionId}` }
  const { slug } = await insertLiveForm(services)
  form = { slug, proof: await verifyEmail(strangerContext(services), 'ana@venue.test', 'signup_form') }
  picture = await buildImage(300, 200).png().toBuffer()
  workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Places', rows: [['name'], ['Pier']] }] }))
  fingerprint = await fingerprinter(database.pool)
  await database.keep('endpoints')
})
afterAll(() => services.close())

const bearer = () => ({ authorization: `Bearer ${key.secret}` })
const signed = (body: string) => ({ ...bearer(), 'quaff-signature': signatureOf(key, body, services.clock.now()) })
const byStripe = (payload: string) => ({
  'stripe-signature': Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: services.clock.now().getTime() / 1_000,
  }),
})

const at = '2026-05-01T12:00:00Z'
const period = { currentPeriodStart: at, currentPeriodEnd: '2026-06-01T12:00:00Z', createdAt: at }
const events = {
  users: { eventId: 'evt_1', occurredAt: at, id: 'per_1', email: 'ana@people.test', displayName: 'Ana' },
  subscriptions: {
    eventId: 'evt_2',
    occurredAt: at,
    id: 'sub_1',
    merchantId: 'mer_a',
    userId: 'per_1',
    status: 'active',
    amountMinor: 2_900,
    currency: 'USD',
    ...period,
  },
  redemptions: { eventId: 'evt_3', id: 'red_1', merchantId: 'mer_a', subscriptionId: 'sub_1', redeemedAt: at },
  refunds: {
    eventId: 'evt_4',
    occurredAt: at,
    id: 'ref_1',
    merchantId: 'mer_a',
    subscriptionId: 'sub_1',
    periodStart: at,
    amountMinor: 2_900,
    currency: 'usd',
  },
} satisfies Record<(typeof ingestKinds)[number], object>

const decision = { userId: 'per_1', merchantId: 'mer_a', subscriptionId: 'sub_1', method: 'qr' }
const brandFields = { merchantId: 'mer_a', kind: 'logo', version: '1' }
const importFields = { fileName: 'old.ndjson', only: 'plans', currency: 'CHF' }
const subscriptionEvent = () => stripeEvent('customer.subscription.updated', stripeSubscription())
const requested = { limit: '10', cursor: 'x', fields: 'id', format: 'csv', updatedSince: at, merchantId: 'mer_own' }

/** Endpoints outside the typed API, by route; the matrix covers the typed API. */
const endpoints: Record<string, () => fc.Arbitrary<Sent>> = {
  'POST /ingest/:kind': () =>
    fc.oneof(...ingestKinds.map((kind) => malformedJson(`/ingest/${kind}`, { events: [events[kind]] }, signed))),
  'POST /v1/redemptions': () =>
    malformedJson('/v1/redemptions', decision, (body) => ({ ...signed(body), 'idempotency-key': crypto.randomUUID() })),
  'GET /v1/:resource': () =>
    fc.oneof(
      ...resources.map((one) => malformedQueries(`/v1/${one}`, requested, bearer())),
      malformedPaths('/v1/*', bearer()),
    ),
  'GET /v1/:resource/:id': () =>
    fc.oneof(
      ...resources.flatMap((one) => [
        malformedPaths(`/v1/${one}/*`, bearer()),
        malformedPaths(`/v1/${one}/*?redeemedAt=${at}`, bearer()),
        malformedQueries(`/v1/${one}/x`, { fields: 'id', redeemedAt: at }, bearer()),
      ]),
    ),
  'POST /webhooks/stripe': () =>
    fc.oneof(
      malformedJson('/webhooks/stripe', subscriptionEvent(), byStripe),
      malformedJson('/webhooks/stripe', stripeEvent('invoice.paid', stripeInvoice()), byStripe),
    ),
  'GET /auth/oidc/start': () => malformedQueries('/auth/oidc/start', { from: '/users' }),
  'GET /auth/oidc/callback': () =>
    malformedQueries('/auth/oidc/callback', { state: 'x', code: 'y', iss: 'https://id.example.com/', error: 'z' }),
  'POST /auth/oidc/backchannel-logout': () =>
    malformedQueries('/', { logout_token: 'eyJ.eyJ.x' }).map(({ path }) => ({
      path: '/auth/oidc/backchannel-logout',
      method: 'POST',
      body: path.slice(2),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })),
  'POST /api/files/brand-image': () => malformedForms('/api/files/brand-image', brandFields, picture, admin),
  'POST /api/files/workbook': () => malformedForms(workbookPath, {}, workbook, admin),
  'GET /files/brand/:name': () => malformedPaths('/files/brand/*'),
  'POST /api/files/form-images/:slug': () =>
    fc.oneof(
      malformedForms(`/api/files/form-images/${form.slug}`, {}, picture, { 'x-mailbox-proof': form.proof }),
      malformedPaths('/api/files/form-images/*').map((sent) => ({ ...sent, method: 'POST' as const })),
    ),
  'GET /api/files/form-images/:id': () => malformedPaths('/api/files/form-images/*', admin),
  'POST /api/uploads/import': () => malformedForms('/api/uploads/import', importFields, picture, admin),
  'GET /r': () => malformedQueries('/r', { code: 'x' }),
  'GET /r/:rest{[\\s\\S]*}': () => malformedPaths('/r/*'),
  'GET /api/docs/:asset': () => malformedPaths('/api/docs/*', admin),
}

/** Endpoints that read no input. */
const deaf = [
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /v1/openapi.json',
  'GET /v1/docs',
  'GET /v1/docs/initialize.js',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/initialize.js',
]
/** One route for all of them: the matrix has a row for each. */
const inMatrix = [
  'ALL /rpc/*',
  'POST /us-central1/:name',
  ...Object.keys(fileEndpoints).map((name) => `POST /api/files/${name}`),
]
/** Any other path with these prefixes is refused unread. */
const closed = ['ALL /files/*', 'ALL /ingest/*', 'ALL /v1/*', 'ALL /webhooks/*']
/** Each procedure has its own address there, which `malformed-rest.test.ts` tests. */
const asRest = ['ALL /api/*']

it('§7 every endpoint of the server is sent malformed requests, here or by the matrix', () => {
  const mounted = app.routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`)
  const known = [...Object.keys(endpoints), ...deaf, ...inMatrix, ...closed, ...asRest]
  expect([...new Set(mounted)].toSorted()).toEqual(known.toSorted())
})

/** Otherwise all that is spoiled would only show that the lock holds. */
it('what is not spoiled is let in', async () => {
  const right: [name: string, sent: Sent][] = [
    ...ingestKinds.map((kind) => posted(`/ingest/${kind}`, { events: [events[kind]] }, signed)),
    posted('/v1/redemptions', decision, (body) => ({ ...signed(body), 'idempotency-key': 'req_12345' })),
    ...resources.map((one): [string, Sent] => [one, { path: `/v1/${one}`, method: 'GET', headers: bearer() }]),
    posted('/webhooks/stripe', subscriptionEvent(), byStripe),
    ['brand', multipartBody('/api/files/brand-image', brandFields, picture, admin)],
    ['form', multipartBody(`/api/files/form-images/${form.slug}`, {}, picture, { 'x-mailbox-proof': form.proof })],
    ['workbook', multipartBody(workbookPath, {}, workbook, admin)],
    ['import', multipartBody('/api/uploads/import', importFields, picture, admin)],
  ]
  await database.rollBack('endpoints')
  const statuses: [string, number][] = []
  for (const [name, { path, method, headers, body }] of right)
    statuses.push([name, (await app.request(path, { method, headers, body })).status])
  await importWork(services)
  expect(statuses).toEqual(right.map(([name]) => [name, 200]))
})

const posted = (path: string, value: object, seal: (body: string) => Record<string, string>): [string, Sent] => {
  const body = JSON.stringify(value)
  return [path, { path, method: 'POST', body, headers: { 'content-type': 'application/json', ...seal(body) } }]
}

/** `npm run test:long -- --malformed` sends hundreds of times as many. */
const requestsPerEndpoint = Number(process.env['MALFORMED_PER_DOOR'] ?? 10)

describe('a malformed request', () => {
  it.each(Object.entries(endpoints))(
    'to %s fails in no way of its own and writes nothing',
    async (name, endpoint) => {
      const errors: string[] = []
      await database.rollBack('endpoints')
      const before = await fingerprint()
      for (const sent of fc.sample(endpoint(), { numRuns: requestsPerEndpoint, seed: seedOf(name) })) {
        await database.rollBack('endpoints')
        const logged = services.log.lines.length
        const { path, method, headers, body } = sent
        const response = await app.request(path, { method, headers, body })
        const text = await response.text()
        // An accepted file is checked afterwards.
        await importWork(services)
        const isBroken =
          isServerError(response.status, text) ||
          services.log.lines.slice(logged).some(({ event }) => event === 'request_failed')
        const isRefused = response.status >= 400
        if (isBroken || (isRefused && (await fingerprint().catch(unlessAborted(before))) !== before))
          errors.push(`${response.status}: ${path} ${String(body ?? '').slice(0, 300)}`)
      }
      expect(errors).toEqual([])
    },
    600_000,
  )
})
