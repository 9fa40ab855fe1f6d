import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import { sessions } from '@quaff/features/sessions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { resetPassword } from '../../server/reset-password'
import { passkeys } from '../../server/tables'
import { tokenFromEmail } from '../../testing/invited-user-factory'
import { insertPasskey, signedByPasskey, SoftwareAuthenticator } from '../../testing/passkey-factory'
import { insertSecondFactor } from '../../testing/second-factor-factory'
import { passkeyLimits, type PasskeySignInInput } from '../contract'
import { beginPasskeySignIn, signInWithPasskey } from './check-passkey'
import { beginPasskey } from './passkeys'

let services: TestServices
let network = 0
const minuteMs = 60_000
const wrong = { code: 'UNAUTHORIZED', reason: 'WRONG_PASSKEY' }
const tooLate = { code: 'BAD_REQUEST', reason: 'PASSKEY_TOO_LATE' }
const copied = { code: 'FORBIDDEN', reason: 'PASSKEY_COPIED' }

beforeAll(async () => {
  services = await createTestServices()
})

/** An anonymous caller with its own network. */
const stranger = () => contextAs(services, undefined, { network: `198.51.100.${(network += 1)}` })

async function tryWith(input: PasskeySignInInput, ctx: TestContext = stranger()) {
  return { session: await signInWithPasskey(ctx, input), ctx }
}

async function withPasskey(
  details: Parameters<typeof asOwner>[2] = {},
  options: Parameters<typeof insertPasskey>[2] = {},
) {
  const actor = await asOwner(services, ['mer_1'], details)
  return { actor, ...(await insertPasskey(services, actor.userId, options)) }
}

const countSessions = (userId: string) => services.db.$count(sessions, eq(sessions.userId, userId))
const stored = async (id: string) => (await services.db.select().from(passkeys).where(eq(passkeys.id, id)))[0]

describe('signing in with a passkey', () => {
  it('opens a session of its owner without an address, and notes how and when', async () => {
    const { actor, id, authenticator } = await withPasskey()
    services.clock.advance(7 * minuteMs)
    const { session, ctx } = await tryWith(await signedByPasskey(services, authenticator, { isSynced: true }))
    expect(session.user).toMatchObject({ uid: actor.userId, role: 'merchant_owner' })
    const entered = await resolveActor(services, ctx.cookies.session?.token ?? '')
    expect(entered).toMatchObject({ userId: actor.userId, authenticatedAt: services.clock.now() })
    expect(await stored(id)).toMatchObject({ lastUsedAt: services.clock.now(), isSynced: true })
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(noted).toMatchObject({ action: 'sign_in', details: { method: 'passkey' } })
    expect(ctx.cookies.browser).toBeTruthy()
  })

  it('asks for no second step of anyone who has an authenticator app: a passkey is both factors', async () => {
    const { actor, authenticator } = await withPasskey()
    await insertSecondFactor(services, actor.userId)
    const { session } = await tryWith(await signedByPasskey(services, authenticator))
    expect(session.user.uid).toBe(actor.userId)
  })

  it('ends the session that asked', async () => {
    const { actor, authenticator } = await withPasskey()
    const caller = await asAdmin(services)
    await tryWith(await signedByPasskey(services, authenticator), contextAs(services, caller, { network: '192.0.2.1' }))
    expect([await countSessions(caller.userId), await countSessions(actor.userId)]).toEqual([0, 2])
  })

  it('still works after a password reset, which ends the sessions alone', async () => {
    const { actor, authenticator } = await withPasskey({ password: 'correct horse 7' })
    const token = await tokenFromEmail(services, { id: actor.userId, email: actor.email }, 'password_reset')
    await resetPassword(contextAs(services), { token, password: 'another horse 8' })
    expect(await countSessions(actor.userId)).toBe(0)
    const { session } = await tryWith(await signedByPasskey(services, authenticator))
    expect(session.user.uid).toBe(actor.userId)
  })

  it('asks the browser for the person, and names no passkey', async () => {
    const requested = await beginPasskeySignIn(stranger())
    expect(requested).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(requested).not.toHaveProperty('allowCredentials.0')
  })
})

describe('no one is let in', () => {
  it.each([
    ['suspended', 'SUSPENDED'],
    ['rejected', 'REJECTED'],
    ['pending_approval', 'AWAITING_APPROVAL'],
    ['pending', 'NOT_ACTIVATED'],
  ])('whose account is %s', async (status, reason) => {
    const { actor, id, authenticator } = await withPasskey({ status })
    const before = await countSessions(actor.userId)
    const ctx = stranger()
    const attempt = tryWith(await signedByPasskey(services, authenticator), ctx)
    await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN', reason })
    expect([await countSessions(actor.userId), ctx.cookies.session]).toEqual([before, undefined])
    expect(await stored(id)).toMatchObject({ lastUsedAt: null })
  })

  it('who has become a customer since', async () => {
    const { actor, authenticator } = await withPasskey()
    const asCustomer = { role: 'customer', claims: { role: 'customer' } }
    await services.db.update(users).set(asCustomer).where(eq(users.id, actor.userId))
    const attempt = tryWith(await signedByPasskey(services, authenticator))
    await expect(attempt).rejects.toMatchObject({ reason: 'ACCESS_DENIED' })
  })

  const forged: [string, Parameters<SoftwareAuthenticator['use']>[1]][] = [
    ['at another site', { origin: 'https://quaff.example.org' }],
    ['at the same name with another port', { origin: 'http://localhost:3001' }],
    ['for another relying party', { rpId: 'example.org' }],
    ['without asking the person', { isVerified: false }],
    ['as if it were made again', { type: 'webauthn.create' }],
    ['with the name of another owner', { userId: 'usr_somebody' }],
  ]
  it.each(forged)('by a passkey that signs %s', async (_, details) => {
    const { actor, authenticator } = await withPasskey()
    const before = await countSessions(actor.userId)
    await expect(tryWith(await signedByPasskey(services, authenticator, details))).rejects.toMatchObject(wrong)
    expect(await countSessions(actor.userId)).toBe(before)
  })

  it('by a key of their own under the name of another user’s passkey', async () => {
    const { actor, authenticator } = await withPasskey()
    const own = new SoftwareAuthenticator(actor.userId)
    const { challenge, credential } = await signedByPasskey(services, own)
    const { credentialId: id } = authenticator
    const posed = { challenge, credential: { ...credential, id, rawId: id } }
    await expect(tryWith(posed)).rejects.toMatchObject(wrong)
    const half = await signedByPasskey(services, own)
    await expect(tryWith({ ...half, credential: { ...half.credential, id } })).rejects.toMatchObject(wrong)
  })

  it('by a passkey that no one has, in the same words as by one that does not fit', async () => {
    const { authenticator } = await withPasskey()
    const inputs = [
      await signedByPasskey(services, new SoftwareAuthenticator('usr_nobody')),
      await signedByPasskey(services, authenticator, { isVerified: false }),
    ]
    const [unknown, unfit] = await Promise.allSettled(inputs.map((input) => tryWith(input)))
    const told = (end: PromiseSettledResult<unknown> | undefined) =>
      end?.status === 'rejected' && { ...end.reason, message: end.reason.message }
    expect(told(unknown)).toMatchObject(wrong)
    expect(told(unknown)).toEqual(told(unfit))
  })

  it('by a signature that was changed, or bytes that say nothing', async () => {
    const { authenticator } = await withPasskey()
    for (const change of [{ signature: 'MEUCIQ' }, { authenticatorData: 'AAAA' }, { clientDataJSON: 'AAAA' }]) {
      const { challenge, credential } = await signedByPasskey(services, authenticator)
      const bent = { challenge, credential: { ...credential, response: { ...credential.response, ...change } } }
      await expect(tryWith(bent)).rejects.toMatchObject(wrong)
    }
  })

  it('with a challenge that was used, that is too old, or that no one has asked for', async () => {
    const { authenticator } = await withPasskey()
    const input = await signedByPasskey(services, authenticator)
    await tryWith(input)
    await expect(tryWith(input)).rejects.toMatchObject(tooLate)
    const late = await signedByPasskey(services, authenticator)
    services.clock.advance(passkeyLimits.challengeMs)
    await expect(tryWith(late)).rejects.toMatchObject(tooLate)
    const challenge = services.secrets.newToken()
    await expect(tryWith({ challenge, credential: authenticator.use(challenge) })).rejects.toMatchObject(tooLate)
  })

  it('with the challenge for a new passkey, nor with one for which something else was signed', async () => {
    const { actor, authenticator } = await withPasskey()
    const { challenge } = await beginPasskey(contextAs(services, { ...actor, authenticatedAt: services.clock.now() }))
    await expect(tryWith({ challenge, credential: authenticator.use(challenge) })).rejects.toMatchObject(tooLate)
    const [one, other] = [
      await signedByPasskey(services, authenticator),
      await signedByPasskey(services, authenticator),
    ]
    const crossed = { challenge: one.challenge, credential: other.credential }
    await expect(tryWith(crossed)).rejects.toMatchObject(wrong)
  })

  it('twice by one signature, also when it comes five times at once', async () => {
    const { actor, authenticator } = await withPasskey()
    const before = await countSessions(actor.userId)
    const input = await signedByPasskey(services, authenticator)
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => tryWith(input)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countSessions(actor.userId)).toBe(before + 1)
  })

  it('more than thirty times a minute from one network', async () => {
    const { authenticator } = await withPasskey()
    services.clock.advance(minuteMs)
    const requested = await Promise.all(
      Array.from({ length: 30 }, () => signedByPasskey(services, authenticator, { isVerified: false })),
    )
    const crowd = { network: '192.0.2.77' }
    for (const input of requested) {
      const attempt = signInWithPasskey(contextAs(services, undefined, crowd), input)
      await expect(attempt).rejects.toMatchObject(wrong)
    }
    const right = await signedByPasskey(services, authenticator)
    const refused = signInWithPasskey(contextAs(services, undefined, crowd), right)
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await tryWith(right)).toBeTruthy()
  })

  it('where browsers make no passkeys', async () => {
    const ctx = stranger()
    const settings = { ...ctx.settings, baseUrl: 'https://192.0.2.7' }
    await expect(beginPasskeySignIn({ ...ctx, settings })).rejects.toMatchObject({ reason: 'PASSKEYS_OFF' })
  })
})

describe('a passkey that counts', () => {
  it('goes on from where it was', async () => {
    const { id, authenticator } = await withPasskey({}, { counter: 4 })
    await tryWith(await signedByPasskey(services, authenticator, { counter: 5 }))
    await tryWith(await signedByPasskey(services, authenticator, { counter: 9 }))
    expect(await stored(id)).toMatchObject({ counter: 9, stoppedAt: null })
  })

  it.each([4, 3, 0])(
    'and says %i after 4 is stopped permanently: there are two copies, and the owner is notified once',
    async (counter) => {
      const { actor, id, authenticator } = await withPasskey({}, { counter: 4 })
      const before = await countSessions(actor.userId)
      await expect(tryWith(await signedByPasskey(services, authenticator, { counter }))).rejects.toMatchObject(copied)
      await expect(tryWith(await signedByPasskey(services, authenticator, { counter: 5 }))).rejects.toMatchObject(
        copied,
      )
      expect(await stored(id)).toMatchObject({ counter: 4, stoppedAt: services.clock.now() })
      expect(await countSessions(actor.userId)).toBe(before)
      expect(await mailsTo(services, actor.email)).toMatchObject([{ template: 'passkey_copied' }])
      const audits = await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, actor.userId))
      expect(audits.map(({ action }) => action)).toEqual(['stop_passkey'])
      const noted = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
      expect(noted).toMatchObject([{ action: 'passkey_stopped', details: { device: 'Work laptop' } }])
    },
  )

  it('and signs the same number for two challenges at once lets one of them in', async () => {
    const { id, authenticator } = await withPasskey({}, { counter: 4 })
    const inputs = await Promise.all(
      Array.from({ length: 4 }, () => signedByPasskey(services, authenticator, { counter: 5 })),
    )
    const ends = await Promise.allSettled(inputs.map((input) => tryWith(input)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stored(id)).toMatchObject({ counter: 5, stoppedAt: services.clock.now() })
  })

  it('is not stopped by anyone who cannot sign with it', async () => {
    const { id, authenticator } = await withPasskey({}, { counter: 4 })
    const posed = await signedByPasskey(services, authenticator, { counter: 1 })
    const response = { ...posed.credential.response, signature: 'MEUCIQ' }
    await expect(tryWith({ ...posed, credential: { ...posed.credential, response } })).rejects.toMatchObject(wrong)
    expect(await stored(id)).toMatchObject({ stoppedAt: null })
  })
})
