import { isProcedure } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { brandUploadPath } from '@quaff/features/branding/contract'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { sessionRefusals } from '@quaff/features/sessions/refusals'
import { isOpenInPreview } from '@quaff/features/sessions/rules'
import { sessions } from '@quaff/features/sessions/tables'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { router } from './router'
import { merchantOf, ownerships, password, type Ownership } from './testing/matrix/actor-kinds'
import { asClient } from './testing/matrix/as-client'
import { callableEndpoints } from './testing/matrix/callable-endpoints'
import { fileEndpoints, procedureEndpoints } from './testing/matrix/procedure-endpoints'
import { insertColleague, insertMerchants } from './testing/matrix/target-rows'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: UserActor
let owner: UserActor
let viewer: UserActor

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  await prepareEverything()
  await insertMerchants(services)
  for (const row of ['own', 'foreign'] as const) await insertColleague(services, row, 'active')
  admin = await asAdmin(services, { password })
  owner = await asOwner(services, [merchantOf.own, 'mer_second'], { password })
  viewer = await asViewer(services, [merchantOf.own], { password })
  // Both roads of an owner to further merchants: as the owner on record, and by the own application.
  await services.db.update(merchants).set({ ownerId: owner.userId })
  const application = { id: 'app_own', userId: owner.userId, merchantId: merchantOf.foreign }
  const now = services.clock.now()
  await services.db.insert(merchantApplications).values({ ...application, createdAt: now, updatedAt: now })
  await services.db.update(users).set({ applicationId: application.id }).where(eq(users.id, owner.userId))
  for (const actor of [admin, owner]) await preview(actor)
})
afterAll(() => services.close())

async function preview({ sessionId }: UserActor) {
  await services.db.update(sessions).set({ previewMerchantId: merchantOf.own }).where(eq(sessions.id, sessionId))
}

type Listed = { name: string; method: string | undefined; path: string }

function proceduresOf(node: unknown, keys: string[] = []): Listed[] {
  if (isProcedure(node)) {
    const { method, path } = node['~orpc'].route
    return [{ name: keys.join('.'), method, path: path ?? '' }]
  }
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => proceduresOf(child, [...keys, key]))
}
const procedures = proceduresOf(router)
const isOpen = ({ name, method }: Listed) => isOpenInPreview({ path: name, method })

const bearer = ({ sessionId }: UserActor) => ({ authorization: `Bearer ${sessionId}` })

async function post(path: string, body: unknown, actor: UserActor, method = 'POST') {
  const headers = { 'content-type': 'application/json', ...bearer(actor) }
  return app.request(path, { method, headers, body: JSON.stringify(body) })
}

let everything = { name: 'everything', text: '' }

/** Called for each procedure several times, so it is prepared and planned once. */
async function prepareEverything(): Promise<void> {
  const { rows: tables } = await services.db.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  // A search that counts its tries does so for everyone.
  const watched = tables.filter(({ name }) => name !== 'rate_limits')
  const sums = watched.map(({ name }) => `select '${name}' as name, sum(hashtext(t::text)::bigint) from ${name} t`)
  everything = { ...everything, text: `${sums.join(' union all ')} order by name` }
}

let lastRead = { position: '', rows: [] as unknown[] }

/** One checksum per table; read again only if the database has logged a write. */
async function readEverything(): Promise<unknown[]> {
  const { pool } = services.database
  const log = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
  const position = log.rows[0]?.position ?? ''
  if (position !== lastRead.position) lastRead = { position, rows: (await pool.query(everything)).rows }
  return lastRead.rows
}

async function expectNoChange(work: () => Promise<void>) {
  const before = await readEverything()
  await work()
  expect(await readEverything()).toEqual(before)
}

describe('a person who previews', () => {
  it('may end it and sign out, and change nothing else', () => {
    const open = procedures.filter((procedure) => procedure.method !== 'GET' && isOpen(procedure))
    expect(open.map(({ name }) => name).sort()).toEqual(['sessions.endPreview', 'sessions.signOut'])
  })

  const closed = procedures.filter((procedure) => !isOpen(procedure))

  it.each(closed)('is refused at $name', async ({ name }) => {
    const input = await procedureEndpoints[name]?.input(services, 'own')
    await expectNoChange(async () => {
      const response = await post(`/rpc/${name.replaceAll('.', '/')}`, asClient(input), admin)
      const { code, message, data } = ((await response.json()) as { json: Record<string, unknown> }).json
      expect({ code, message, data }).toMatchObject({
        code: 'FORBIDDEN',
        message: sessionRefusals.PREVIEW.text,
        data: { reason: 'PREVIEW' },
      })
    })
  })

  it.each(closed)('is refused at $method $path', async ({ method, path }) => {
    const address = `/api${path.replaceAll(/\{[^}]+\}/g, 'x')}`
    await expectNoChange(async () => {
      const response = await post(address, {}, admin, method)
      expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', data: { reason: 'PREVIEW' } })
    })
  })

  it.each(Object.entries(callableEndpoints))('is refused by %s', async (name, endpoint) => {
    const data = await endpoint.input(services, 'own')
    await expectNoChange(async () => {
      const response = await post(`/us-central1/${name}`, { data }, admin)
      const error = { status: 'PERMISSION_DENIED', message: sessionRefusals.PREVIEW.text }
      expect(await response.json()).toEqual({ error })
    })
  })

  it.each(Object.entries(fileEndpoints))('is refused the file %s', async (name, endpoint) => {
    const input = await endpoint.input(services, 'own')
    await expectNoChange(async () => {
      const response = await post(`/api/files/${name}`, input, admin)
      expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', reason: 'PREVIEW' })
    })
  })

  it('is refused an upload', async () => {
    const form = new FormData()
    for (const [key, value] of Object.entries({ merchantId: merchantOf.own, kind: 'logo', version: '1' }))
      form.append(key, value)
    form.append('file', new Blob(['x']), 'logo.png')
    await expectNoChange(async () => {
      const response = await app.request(brandUploadPath, { method: 'POST', headers: bearer(owner), body: form })
      expect(await response.json()).toMatchObject({ code: 'FORBIDDEN', reason: 'PREVIEW' })
    })
  })

  it('is out of the preview after ending it, and then changes things again', async () => {
    const leaving = await asAdmin(services)
    await preview(leaving)
    const rename = () =>
      post('/rpc/users/updateProfile', { json: { displayName: 'New Name', phoneNumber: '' } }, leaving)
    expect((await rename()).status).toBe(403)
    expect((await post('/rpc/sessions/endPreview', { json: {} }, leaving)).status).toBe(200)
    expect((await rename()).status).toBe(200)
  })

  it('signs out', async () => {
    const leaving = await asAdmin(services)
    const session = eq(sessions.id, leaving.sessionId)
    await preview(leaving)
    expect((await post('/rpc/sessions/signOut', { json: {} }, leaving)).status).toBe(200)
    expect(await services.db.$count(sessions, session)).toBe(0)
  })
})

describe('a previewing administrator and owner', () => {
  /** Only the caller and the preview may differ. */
  async function answerOf(name: string, input: unknown, actor: UserActor) {
    const response = await post(`/rpc/${name.replaceAll('.', '/')}`, asClient(input), actor)
    const { preview: _, ...answer } = dropPreview(await response.json())
    const words = [admin, owner, viewer].flatMap(({ userId, email, sessionId }) => [userId, email, sessionId])
    const text = words.reduce((redacted, word) => redacted.replaceAll(word, 'PERSON'), JSON.stringify(answer))
    return { status: response.status, body: text.replaceAll(/"req_[^"]*"/g, '""') }
  }

  const dropPreview = (body: unknown): Record<string, unknown> => {
    const { json } = body as { json: unknown }
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return { json }
    return { json: { ...json, preview: undefined } }
  }

  const questions = procedures.filter(({ name, method }) => method === 'GET' && name !== 'sessions.live')
  const cases = questions.flatMap(({ name }): [string, Ownership][] =>
    (procedureEndpoints[name]?.hasId ? ownerships : (['own'] as const)).map((row) => [name, row]),
  )

  it.each(cases)('get from %s (%s row) word for word what a viewer gets', async (name, row) => {
    const input = await procedureEndpoints[name]?.input(services, row)
    const real = await answerOf(name, input, viewer)
    await expectNoChange(async () => {
      expect(await answerOf(name, input, admin)).toEqual(real)
      expect(await answerOf(name, input, owner)).toEqual(real)
    })
  })
})
