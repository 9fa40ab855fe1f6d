import { createAdaptorServer } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { sessions } from '@quaff/features/sessions/tables'
import { platformSettings } from '@quaff/features/settings/tables'
import { secondFactors } from '@quaff/features/sign-in/tables'
import { tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { insertPasskey } from '@quaff/features/sign-in/testing/passkey-factory'
import { insertSecondFactor } from '@quaff/features/sign-in/testing/second-factor-factory'
import { forgetMerchantHandler } from '@quaff/features/users/server'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { watchOwnTime } from '@quaff/platform/testing/live/own-time'
import { mailsTo } from '@quaff/platform/testing/mails'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from './api'
import { buildServer } from './build-server'

const [password, another] = ['correct horse 7', 'battery staple 8']
let services: TestServices
let origin: string
let server: ReturnType<typeof createAdaptorServer>
beforeAll(async () => {
  services = await createTestServices()
  const app = buildServer(services, { mount: (inner) => mountApi(inner, services) })
  server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

async function knock(sessionId: string | null, path: string, input: object = {}, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json', ...(sessionId ? { authorization: `Bearer ${sessionId}` } : {}) }
  return fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(input), headers, signal })
}

/** Fails unless the server has done it. */
async function call(sessionId: string | null, name: string, input: object = {}): Promise<unknown> {
  const answer = await knock(sessionId, `/rpc/${name}`, { json: input })
  const text = await answer.text()
  expect([name, answer.status, text]).toEqual([name, 200, text])
  return JSON.parse(text)
}

type Scene = { admin: UserActor; target: UserActor; other: string; merchantId: string; version: number }

/** An owner of two merchants with a second session, and a colleague who keeps the first merchant from being without owner. */
async function setScene(): Promise<Scene> {
  services.clock.advance(61_000)
  const admin = await asAdmin(services)
  const merchant = await insertMerchant(services, { status: 'active' })
  await asOwner(services, [merchant.id])
  const target = await asOwner(services, [merchant.id, (await insertMerchant(services)).id], { password })
  const other = services.ids.newId('ses')
  const [row] = await services.db.select().from(sessions).where(eq(sessions.id, target.sessionId))
  if (row) await services.db.insert(sessions).values({ ...row, id: other, tokenHash: services.secrets.hash(other) })
  return { admin, target, other, merchantId: merchant.id, version: 1 }
}

type ActivityCase = [name: string, act: (scene: Scene) => Promise<unknown>, kept?: 'other']

const byAdministrator: ActivityCase[] = [
  [
    'a change of role',
    ({ admin, target: { userId }, version }) =>
      call(admin.sessionId, 'users/updateRole', { userId, version, role: 'customer', merchantIds: [] }),
  ],
  [
    'a change of merchants',
    ({ admin, target: { userId }, version, merchantId }) =>
      call(admin.sessionId, 'users/updateRole', { userId, version, role: 'merchant_owner', merchantIds: [merchantId] }),
  ],
  [
    'a removal from one merchant',
    ({ admin, target: { userId }, merchantId }) =>
      call(admin.sessionId, 'users/removeFromMerchant', { userId, merchantId }),
  ],
  [
    'a merchant more, by transfer',
    async ({ admin, target: { userId } }) => {
      const { id: merchantId } = await insertMerchant(services, { status: 'active' })
      const transfer = { merchantId, newOwnerId: userId, version: 1, keepFormerOwner: false }
      await call(admin.sessionId, 'users/transferMerchant', transfer)
    },
  ],
  [
    'the deletion of a merchant',
    ({ merchantId }) => Promise.resolve(forgetMerchantHandler.run(services, { merchantId })),
  ],
  [
    'a suspension',
    ({ admin, target: { userId }, version }) => call(admin.sessionId, 'users/suspend', { userId, version }),
  ],
  [
    'a deletion',
    ({ admin, target: { userId, email }, version }) =>
      call(admin.sessionId, 'users/delete', { userId, version, confirmEmail: email }),
  ],
  [
    'a deletion by the callable function',
    async ({ admin, target: { userId } }) => {
      const answer = await knock(admin.sessionId, '/us-central1/deleteUser', { data: { userId } })
      expect(answer.status).toBe(200)
    },
  ],
  [
    'a removal of the second factor',
    async ({ admin, target: { userId }, version }) => {
      await insertSecondFactor(services, userId)
      await call(admin.sessionId, 'users/removeSecondFactor', { userId, version })
    },
  ],
  [
    'a removal of the passkeys',
    async ({ admin, target: { userId }, version }) => {
      await insertPasskey(services, userId)
      await call(admin.sessionId, 'users/removePasskeys', { userId, version })
    },
  ],
  [
    'a password reset by link',
    async ({ target: { userId: id, email } }) => {
      const token = await tokenFromEmail(services, { id, email }, 'password_reset')
      await call(null, 'signIn/resetPassword', { token, password: another })
    },
  ],
]

/** Actions of a user in one session that end the others. */
const byOneself: ActivityCase[] = [
  [
    'a change of password',
    ({ other }) =>
      call(other, 'signIn/changePassword', {
        currentPassword: password,
        newPassword: another,
        confirmPassword: another,
      }),
    'other',
  ],
  [
    'a change of address',
    async ({ other, target: { userId } }) => {
      const newEmail = `new.${userId.replace('_', '.')}@example.test`.toLowerCase()
      await call(other, 'signIn/requestEmailChange', { newEmail })
      await call(other, 'signIn/confirmEmailChange', { code: (await mailsTo(services, newEmail))[0]?.code })
    },
    'other',
  ],
  [
    'a second factor that was turned on',
    async ({ other, target: { userId } }) => {
      const app = await insertSecondFactor(services, userId)
      await services.db.update(secondFactors).set({ confirmedAt: null }).where(eq(secondFactors.userId, userId))
      await call(other, 'signIn/confirmSecondFactor', { code: app.code() })
    },
    'other',
  ],
  ['an end of all other sessions', ({ other }) => call(other, 'sessions/endOthers'), 'other'],
  [
    'an end of this session in another one',
    ({ other, target: { sessionId } }) => call(other, 'sessions/end', { sessionId }),
    'other',
  ],
  ['a sign-out in another tab', ({ target }) => call(target.sessionId, 'sessions/signOut'), 'other'],
]

it.each([...byAdministrator, ...byOneself])(
  '§G15 after %s the next request is refused and the open stream ends, both within a second',
  async (_, act, kept) => {
    const scene = await setScene()
    const leave = new AbortController()
    const stream = await knock(scene.target.sessionId, '/rpc/sessions/live', { json: {} }, leave.signal)
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const reader = stream.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('hello')
    const ended = (async () => {
      while (!(await reader?.read())?.done);
    })()
    expect((await knock(scene.target.sessionId, '/rpc/sessions/list', { json: {} })).status).toBe(200)
    await act(scene)
    const passedMs = watchOwnTime()
    const refused = await knock(scene.target.sessionId, '/rpc/sessions/list', { json: {} })
    expect(refused.status).toBe(401)
    await ended
    expect(passedMs()).toBeLessThan(1_000)
    expect((await knock(scene.other, '/rpc/sessions/list', { json: {} })).status).toBe(kept ? 200 : 401)
    leave.abort()
  },
)

it('a demand for a second factor ends the streams of administrators who have none, within a second', async () => {
  const [demanding, without] = [await asAdmin(services), await asAdmin(services)]
  await insertSecondFactor(services, demanding.userId)
  const leave = new AbortController()
  const stream = await knock(without.sessionId, '/rpc/sessions/live', { json: {} }, leave.signal)
  const ended = (async () => {
    for await (const chunk of stream.body ?? []) void chunk
    return true
  })().catch(() => false)
  const settings = { platformFeeBasisPoints: 0, supportAddress: null, appStoreUrl: null, playStoreUrl: null }
  const demand = { ...settings, version: 0, requireSecondFactor: true }
  await call(demanding.sessionId, 'settings/updatePlatform', demand)
  const passedMs = watchOwnTime()
  expect(await ended).toBe(true)
  expect(passedMs()).toBeLessThan(1_000)
  leave.abort()
  await services.db.delete(platformSettings)
})

it('§G15 a stream stays open for whom nothing has changed', async () => {
  const [{ admin, target, version }, bystander] = [await setScene(), await setScene()]
  const leave = new AbortController()
  const open = { bystander: true, target: true }
  const listen = async (who: keyof typeof open, { sessionId }: UserActor) => {
    const stream = await knock(sessionId, '/rpc/sessions/live', { json: {} }, leave.signal)
    const read = (async () => {
      for await (const chunk of stream.body ?? []) void chunk
      open[who] = false
    })().catch(() => {})
    return { read }
  }
  const streams = [await listen('bystander', bystander.target), await listen('target', target)]
  await call(admin.sessionId, 'users/suspend', { userId: target.userId, version })
  await expect.poll(() => open).toEqual({ bystander: true, target: false })
  leave.abort()
  await Promise.all(streams.map(({ read }) => read))
})
