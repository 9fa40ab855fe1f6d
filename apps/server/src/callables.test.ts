import { deleteApp, initializeApp } from '@firebase/app'
import { getFunctions, httpsCallableFromURL } from '@firebase/functions'
import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'
import { callables } from './callables'

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})

async function call(name: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await app.request(`/us-central1/${name}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}
const bearer = (actor: { sessionId: string }) => ({ authorization: `Bearer ${actor.sessionId}` })
const wire = (status: string) => ({ error: { status, message: expect.any(String) } })

describe('the callable wire protocol', () => {
  it('§7 serves the thirteen functions of the specification', () => {
    expect(Object.keys(callables).sort()).toEqual(
      [
        'setPasswordAfterEmailSignIn',
        'createAdminUserV2',
        'updateUserRole',
        'deleteUser',
        'sendPasswordReset',
        'resendInvitationEmail',
        'approveUserRegistration',
        'rejectUserRegistration',
        'checkUserExists',
        'setupUserAccount',
        'getMerchantSubscribersRaw',
        'approveMerchantDirect',
        'saveMerchantBankInfo',
      ].sort(),
    )
  })

  it('answers the result under its key', async () => {
    const { status, answer } = await call('checkUserExists', { data: { email: 'unknown@example.test' } })
    expect([status, answer]).toMatchObject([200, { result: { exists: false, isPreApproved: false } }])
  })

  it.each([
    ['no envelope', { email: 'a@example.test' }],
    ['an unknown key beside data', { data: { email: 'a@example.test' }, auth: { uid: 'usr_1' } }],
    ['an array for a string', { data: { email: ['a@example.test'] } }],
    ['an unknown key', { data: { email: 'a@example.test', status: 'active' } }],
    ['null', { data: null }],
    ['a reach for the prototype', '{"data":{"email":"a@example.test","__proto__":{"admin":true}}}'],
    ['no JSON', 'data=1'],
    ['an empty body', ''],
  ])('§7 answers INVALID_ARGUMENT to %s', async (_, body) => {
    const { status, answer } = await call('checkUserExists', body)
    expect([status, answer]).toEqual([400, wire('INVALID_ARGUMENT')])
  })

  it('§7 answers NOT_FOUND to an unknown name, inherited ones included', async () => {
    for (const name of ['nothing', 'constructor', 'toString', '__proto__']) {
      expect(await call(name, { data: {} })).toEqual({ status: 404, answer: wire('NOT_FOUND') })
    }
  })

  it('§7 answers rights with the wire error and business refusals with a result', async () => {
    const viewer = bearer(await asViewer(services, ['mer_1']))
    const invitation = { email: 'new@example.test', role: 'merchant_owner', merchantIds: ['mer_1'] }
    expect(await call('createAdminUserV2', { data: invitation })).toEqual({
      status: 401,
      answer: wire('UNAUTHENTICATED'),
    })
    expect(await call('createAdminUserV2', { data: invitation }, viewer)).toEqual({
      status: 403,
      answer: wire('PERMISSION_DENIED'),
    })
    const setup = { email: 'unknown@example.test', displayName: 'No Body', password: 'correct horse 7' }
    const { status, answer } = await call('setupUserAccount', { data: setup })
    expect([status, answer]).toMatchObject([
      200,
      { result: { success: false, error: expect.stringContaining('No pre-approved account found') } },
    ])
  })

  it('§7 §G23 approves by the verb of the console, once, and says "Not authenticated" to anyone who is not signed in', async () => {
    const { id } = await insertMerchant(services, { status: 'pending_review', needsReview: true })
    const data = { merchantId: id, notes: 'Fine' }
    expect(await call('approveMerchantDirect', { data })).toEqual({
      status: 401,
      answer: { error: { status: 'UNAUTHENTICATED', message: 'Not authenticated' } },
    })
    const owner = bearer(await asOwner(services, [id]))
    expect(await call('approveMerchantDirect', { data }, owner)).toEqual({
      status: 403,
      answer: wire('PERMISSION_DENIED'),
    })
    const admin = bearer(await asAdmin(services))
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('approveMerchantDirect', { data }, admin)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const results = answers.map(({ answer }) => JSON.stringify(answer)).sort()
    const refused = { result: { success: false, error: expect.stringContaining('isn’t waiting for review') } }
    expect(JSON.parse(results[0] ?? '')).toEqual(refused)
    expect(results.filter((result) => result.includes('"success":true'))).toEqual([
      JSON.stringify({ result: { success: true, missing: ['locations', 'plans'] } }),
    ])
    const { rows } = await services.db.$client.query(
      "select after->>'notes' as notes from admin_audit_logs where target_id = $1 and action = 'approve_merchant'",
      [id],
    )
    expect(rows).toEqual([{ notes: 'Fine' }])
  })

  it('§G23 makes nothing of a public registration that asks for rights', async () => {
    const base = { email: 'mallory@example.test', isPublicRegistration: true }
    for (const extra of [
      { role: 'quaff_admin' },
      { merchantIds: ['mer_1'] },
      { status: 'active' },
      { emailVerified: true },
    ]) {
      expect(await call('createAdminUserV2', { data: { ...base, ...extra } })).toEqual({
        status: 400,
        answer: wire('INVALID_ARGUMENT'),
      })
    }
    const { rows } = await services.db.$client.query('select 1 from users where email = $1', [base.email])
    expect(rows).toEqual([])
  })

  it('§7 gives up after 70 s', async () => {
    // A database that never answers.
    const hanging: object = new Proxy(() => undefined, {
      get: (_, key) => (key === 'then' ? () => undefined : hanging),
      apply: () => hanging,
    })
    const stuck = { ...services, db: new Proxy(services.db, { get: () => hanging }) }
    const server = buildServer(services, { mount: (one) => mountApi(one, stuck) })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let status = 0
      const body = JSON.stringify({ data: { email: 'unknown@example.test' } })
      const requested = Promise.resolve(
        server.request('/us-central1/checkUserExists', {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        }),
      ).then(async (response) => {
        status = response.status
        const answer: unknown = await response.json()
        return answer
      })
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(69_999)
      await new Promise((resolve) => setImmediate(resolve))
      expect(status).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      expect(await requested).toEqual(wire('DEADLINE_EXCEEDED'))
      expect(status).toBe(504)
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses a cookie from another origin', async () => {
    const admin = await asAdmin(services)
    const cookie = `quaff=${admin.sessionId}.${services.secrets.hash(`session-cookie:${admin.sessionId}`)}`
    const data = { userId: 'usr_1' }
    expect(await call('deleteUser', { data }, { cookie, origin: 'https://evil.test' })).toEqual({
      status: 403,
      answer: wire('PERMISSION_DENIED'),
    })
    expect(await call('deleteUser', { data }, { cookie })).toEqual({ status: 403, answer: wire('PERMISSION_DENIED') })
    expect((await call('deleteUser', { data }, { cookie, origin: 'http://127.0.0.1:3000' })).status).toBe(404)
  })
})

describe('the official SDK', () => {
  const sdk = initializeApp({ projectId: 'quaff', apiKey: 'none' })
  let close: () => void
  let origin = ''

  beforeAll(async () => {
    const server = createAdaptorServer({ fetch: app.fetch })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = () => void server.close()
  })
  afterAll(async () => {
    close()
    await deleteApp(sdk)
  })

  const invoke = (name: string, data: unknown) =>
    httpsCallableFromURL(getFunctions(sdk), `${origin}/us-central1/${name}`)(data)

  it('reads a result', async () => {
    const user = await insertInvitedUser(services)
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    expect((await invoke('checkUserExists', { email: user.email, invitationToken })).data).toMatchObject({
      exists: true,
      requiresActivation: true,
    })
  })

  it('reads a business refusal', async () => {
    const { data } = await invoke('setupUserAccount', {
      email: 'unknown@example.test',
      displayName: 'No Body',
      password: 'correct horse 7',
    })
    expect(data).toMatchObject({ success: false })
  })

  it('reads the wire errors', async () => {
    const code = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
    expect(await code(invoke('deleteUser', { userId: 'usr_1' }))).toMatchObject({ code: 'functions/unauthenticated' })
    expect(await code(invoke('checkUserExists', { email: ['a@example.test'] }))).toMatchObject({
      code: 'functions/invalid-argument',
    })
    expect(await code(invoke('nothing', {}))).toMatchObject({ code: 'functions/not-found' })
  })
})
