import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { insertInvitedUser, tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { outboxMails } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

let services: TestServices
let app: ReturnType<typeof buildServer>
let admin: { sessionId: string }
beforeEach(async () => {
  services = await createTestServices()
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
  admin = await asAdmin(services)
})

async function call(name: string, data: object, actor?: { sessionId: string }) {
  const response = await app.request(`/us-central1/${name}`, {
    method: 'POST',
    body: JSON.stringify({ data }),
    headers: { 'content-type': 'application/json', ...(actor && { authorization: `Bearer ${actor.sessionId}` }) },
  })
  const answer: unknown = await response.json()
  return { status: response.status, answer }
}
const stored = 'kirk@people.test'
const people = () => services.db.$count(users)
const mailed = async () => (await services.db.select().from(outboxMails)).map((mail) => mail.toAddress)

describe('Unicode twins of an address are that address', () => {
  it.each([
    'ＫＩＲＫ@people.test',
    'kirk＠people.test',
    'kirk@people．test',
    '\u212airk@people.test',
    'ⓚⓘⓡⓚ@people.test',
    '𝐤𝐢𝐫𝐤@PEOPLE.test',
    ' Kirk@People.Test\u3000',
    'kirk\u200b@people.test',
  ])('are taken for it by every function: %j', async (twin) => {
    const user = await insertInvitedUser(services, { email: stored })
    expect(await call('checkUserExists', { email: twin }, admin)).toMatchObject({
      answer: { result: { exists: true, displayName: 'Ina Vited' } },
    })
    const before = await people()
    expect(await call('createAdminUserV2', { email: twin, role: 'quaff_admin' }, admin)).toMatchObject({
      answer: { result: { success: false } },
    })
    expect(await call('createAdminUserV2', { email: twin, isPublicRegistration: true })).toEqual({
      status: 200,
      answer: { result: { success: true } },
    })
    expect([await people(), await mailed()]).toEqual([before, []])
    const invitationToken = await tokenFromEmail(services, user, 'invitation')
    const given = { email: twin, displayName: 'Kirk', password: 'correct horse 7', invitationToken }
    expect(await call('setupUserAccount', given)).toEqual({ status: 200, answer: { result: { success: true } } })
    expect(await call('sendPasswordReset', { email: twin }, admin)).toMatchObject({
      answer: { result: { success: true } },
    })
    expect(await mailed()).toEqual([stored, stored])
    expect(await services.db.$count(users, eq(users.email, stored))).toBe(1)
  })
})

describe('what only looks like an address is not it', () => {
  it.each(['k\u0456rk@people.test', 'kırk@people.test', 'ki\u0307rk@people.test', 'kirk@people.tes\u0442'])(
    'is refused by every function: %j',
    async (twin) => {
      const user = await insertInvitedUser(services, { email: stored })
      const before = await people()
      for (const [name, data] of [
        ['checkUserExists', {}],
        ['createAdminUserV2', { role: 'quaff_admin' }],
        ['createAdminUserV2', { isPublicRegistration: true }],
        ['sendPasswordReset', {}],
        ['setupUserAccount', { displayName: 'Kirk', password: 'correct horse 7', code: '123456' }],
      ] as const)
        expect((await call(name, { email: twin, ...data }, admin)).status, name).toBe(400)
      expect([await people(), await mailed()]).toEqual([before, []])
      expect(await services.db.$count(users, eq(users.id, user.id))).toBe(1)
    },
  )
})
