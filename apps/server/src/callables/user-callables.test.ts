import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import type { userCallables } from '../callables'

let services: TestServices
let app: ReturnType<typeof buildServer>
let merchantId: string

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  merchantId = (await insertMerchant(services)).id
})

async function call(name: string, data: unknown, actor?: { sessionId: string }, server = app) {
  const response = await server.request(`/us-central1/${name}`, {
    method: 'POST',
    body: JSON.stringify({ data }),
    headers: { 'content-type': 'application/json', ...(actor ? { authorization: `Bearer ${actor.sessionId}` } : {}) },
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}
const person = async (status: string) => (await insertUser(services, { status })).id
const snapshot = async () =>
  (
    await services.db.execute<Record<string, unknown>>(sql`
      select (select count(*) from users) as people, (select sum(version) from users) as versions,
        (select count(*) from admin_audit_logs) as audit, (select count(*) from outbox_mails) as mails,
        (select count(*) from sessions) as sessions`)
  ).rows[0]

type Case = { input: () => Promise<Record<string, unknown>>; failure: string }
const cases: Record<keyof typeof userCallables, Case> = {
  createAdminUserV2: {
    input: () =>
      Promise.resolve({ email: `${services.ids.newId('n')}@people.test`.toLowerCase(), role: 'quaff_admin' }),
    failure: 'Failed to create admin user',
  },
  updateUserRole: {
    input: async () => ({ userId: await person('active'), role: 'merchant_owner', merchantIds: [merchantId] }),
    failure: 'Failed to update user role',
  },
  deleteUser: { input: async () => ({ userId: await person('active') }), failure: 'Failed to delete user' },
  sendPasswordReset: {
    input: async () => ({ email: (await insertUser(services)).email }),
    failure: 'Failed to send password reset',
  },
  resendInvitationEmail: {
    input: async () => ({ userId: (await insertUser(services, { status: 'pending', role: 'quaff_admin' })).id }),
    failure: 'Failed to resend invitation',
  },
  approveUserRegistration: {
    input: async () => ({ userId: await person('pending_approval'), merchantIds: [merchantId] }),
    failure: 'Failed to approve user registration',
  },
  rejectUserRegistration: {
    input: async () => ({ userId: await person('pending_approval'), reason: 'Not a venue' }),
    failure: 'Failed to reject user registration',
  },
}
const named = Object.entries(cases)

describe.each(named)('%s', (name, { input, failure }) => {
  it('does what it says for an administrator', async () => {
    const before = await snapshot()
    const { status, answer } = await call(name, await input(), await asAdmin(services))
    expect([status, answer]).toMatchObject([200, { result: { success: true } }])
    expect(Number((await snapshot())?.['audit'])).toBe(Number(before?.['audit']) + 1)
  })

  it(`§8 answers "${failure}" to a fault on our side, logs it, and writes nothing`, async () => {
    const newId = (prefix: string) => (prefix === 'aud' ? raise('no audit today') : services.ids.newId(prefix))
    const broken = { ...services, ids: { newId } }
    const server = buildServer(broken, { mount: (one) => mountApi(one, broken) })
    const [admin, data] = [await asAdmin(services), await input()]
    const before = await snapshot()
    const { status, answer } = await call(name, data, admin, server)
    expect([status, answer]).toEqual([200, { result: { success: false, error: failure } }])
    expect(await snapshot()).toEqual(before)
    expect(services.log.lines.slice(-2)).toMatchObject([{ event: 'request_failed' }, { event: 'request' }])
  })

  it('keeps the wire error for missing rights and wrong shape', async () => {
    const data = await input()
    const wire = (status: string) => ({ error: { status, message: expect.any(String) } })
    expect(await call(name, data)).toEqual({ status: 401, answer: wire('UNAUTHENTICATED') })
    const [admin, stranger] = [await asAdmin(services), await asOwner(services, ['mer_other'])]
    const refusal = await call(name, data, stranger)
    expect([403, 404]).toContain(refusal.status)
    const before = await snapshot()
    for (const [key, value] of Object.entries(data))
      for (const bad of [[value], { value }, 7, null])
        expect(await call(name, { ...data, [key]: bad }, admin), `${key}: ${JSON.stringify(bad)}`).toEqual({
          status: 400,
          answer: wire('INVALID_ARGUMENT'),
        })
    expect(await call(name, { ...data, status: 'active' }, admin)).toEqual({
      status: 400,
      answer: wire('INVALID_ARGUMENT'),
    })
    expect(await snapshot()).toEqual(before)
  })
})

function raise(message: string): never {
  throw new Error(message)
}

describe('a business refusal is the function’s own answer', () => {
  it.each([
    ['updateUserRole', { role: 'customer', merchantIds: [] }],
    ['deleteUser', {}],
  ])('§G15 %s of oneself', async (name, rest) => {
    const admin = await asAdmin(services)
    expect(await call(name, { userId: admin.userId, ...rest }, admin)).toEqual({
      status: 200,
      answer: {
        result: { success: false, error: 'You can’t do this to your own account. Ask another administrator.' },
      },
    })
    expect(await services.db.$count(users, eq(users.id, admin.userId))).toBe(1)
  })

  it('lets exactly one of 20 concurrent approvals and rejections succeed', async () => {
    const [admin, userId] = [await asAdmin(services), await person('pending_approval')]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? call('approveUserRegistration', { userId, merchantIds: [merchantId] }, admin)
          : call('rejectUserRegistration', { userId, reason: 'No' }, admin),
      ),
    )
    const won = answers.filter(({ answer }) => JSON.stringify(answer) === '{"result":{"success":true}}')
    expect([won.length, answers.every(({ status }) => status === 200)]).toEqual([1, true])
  })

  it('a demoted administrator is refused at the next request', async () => {
    const [admin, other] = [await asAdmin(services), await asAdmin(services)]
    const demotion = { userId: other.userId, role: 'merchant_viewer', merchantIds: [merchantId] }
    expect((await call('updateUserRole', demotion, admin)).status).toBe(200)
    const revenge = { userId: admin.userId, role: 'customer', merchantIds: [] }
    expect((await call('updateUserRole', revenge, other)).status).toBe(401)
  })
})
