import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import type { Context, UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { tokenFromEmail } from '../testing/invited-user-factory'
import { changePassword, setPassword } from './change-password'
import { reauthenticate } from './reauthenticate'
import { resetPassword } from './reset-password'
import { signInWithPassword } from './sign-in-with-password'

let services: TestServices
const password = 'correct horse 7'
const newPassword = 'a longer new one'

beforeAll(async () => {
  services = await createTestServices()
})

/** Runs another action during the slow hashing. */
function whileHashing(event: () => Promise<unknown>, actor?: UserActor): Context {
  const ctx = contextAs(services, actor, { network: services.ids.newId('net') })
  const { hash, verify } = services.passwords
  return {
    ...ctx,
    passwords: {
      ...services.passwords,
      hash: async (...given) => (await event(), hash(...given)),
      verify: async (...given) => (await event(), verify(...given)),
    },
  }
}
const hashOf = async (userId: string) =>
  (await services.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)))[0]?.hash
const sessionsOf = (userId: string) => services.db.$count(sessions, eq(sessions.userId, userId))

describe('a password that is changed while it is checked', () => {
  async function changed() {
    const admin = await asAdmin(services, { password })
    const next = await services.passwords.hash(newPassword)
    const event = () => services.db.update(users).set({ passwordHash: next }).where(eq(users.id, admin.userId))
    return { admin, next, event }
  }

  it('opens no session', async () => {
    const { admin, event } = await changed()
    const attempt = signInWithPassword(whileHashing(event), { email: admin.email, password })
    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'CREDENTIALS' })
    expect(await sessionsOf(admin.userId)).toBe(1)
  })

  it('proves no one', async () => {
    const { admin, event } = await changed()
    const attempt = reauthenticate(whileHashing(event, admin), { password })
    await expect(attempt).rejects.toMatchObject({ reason: 'WRONG_PASSWORD' })
  })

  it('is not changed once more', async () => {
    const { admin, next, event } = await changed()
    const other = 'yet another one 9'
    const change = { currentPassword: password, newPassword: other, confirmPassword: other }
    const attempt = changePassword(whileHashing(event, admin), change)
    await expect(attempt).rejects.toMatchObject({ reason: 'WRONG_PASSWORD' })
    expect(await hashOf(admin.userId)).toBe(next)
  })
})

it('a password is not set twice by two requests of one session', async () => {
  const admin = await asAdmin(services)
  const until = new Date(services.clock.now().getTime() + 60_000)
  const mine = eq(sessions.id, admin.sessionId)
  await services.db.update(sessions).set({ passwordSetupUntil: until }).where(mine)
  const actor = { ...admin, passwordSetupUntil: until }
  const first = () => services.db.update(sessions).set({ passwordSetupUntil: null }).where(mine)
  const attempt = setPassword(whileHashing(first, actor), { password })
  await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'PASSWORD_SETUP' })
  expect(await hashOf(admin.userId)).toBeNull()
})

it('a reset by a link that is used up in the meantime changes nothing', async () => {
  const admin = await asAdmin(services, { password })
  const token = await tokenFromEmail(services, { id: admin.userId, email: admin.email }, 'password_reset')
  const before = await hashOf(admin.userId)
  const used = () =>
    services.db
      .update(oneTimeSecrets)
      .set({ usedAt: services.clock.now() })
      .where(eq(oneTimeSecrets.userId, admin.userId))
  const attempt = resetPassword(whileHashing(used), { token, password: newPassword })
  await expect(attempt).rejects.toMatchObject({ message: 'Invalid or expired sign-in link' })
  expect(await hashOf(admin.userId)).toBe(before)
})
