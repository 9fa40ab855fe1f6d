import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { heldUp } from '@quaff/platform/testing/held-up'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { signInWithPasskey } from '../passkeys/server/check-passkey'
import { addPasskey, beginPasskey, removePasskey } from '../passkeys/server/passkeys'
import { renewRecoveryCodes, turnOffSecondFactor } from '../second-factor/server/second-factor'
import { completeSecondStep } from '../second-factor/server/second-step'
import { unlinkSingleSignOn } from '../single-sign-on/server/begin-single-sign-on'
import { linkAccount } from '../single-sign-on/server/complete-single-sign-on'
import { insertPasskey, signedByPasskey, SoftwareAuthenticator } from '../testing/passkey-factory'
import { insertSecondFactor, insertSecondStep } from '../testing/second-factor-factory'
import { insertSingleSignOnLink, vouchingProvider } from '../testing/single-sign-on-factory'
import { enter } from './enter'
import { beginPasskeyReauthentication, reauthenticate } from './reauthenticate'
import { passkeys } from './tables'

let services: TestServices
const as = (actor?: UserActor) => contextAs(services, actor, { network: services.ids.newId('net') })
const signedOut = { code: 'UNAUTHORIZED', reason: 'SIGNED_OUT' }

beforeAll(async () => {
  services = await createTestServices({ identityProvider: vouchingProvider() })
})

describe('whose account is erased in the meantime is signed out', () => {
  const erase = ({ userId }: UserActor) => services.db.delete(users).where(eq(users.id, userId))
  const erasedDuring = async (actor: UserActor, act: (ctx: TestContext) => Promise<unknown>) => {
    const attempt = act(heldUp(as(actor), () => erase(actor)))
    await expect(attempt).rejects.toMatchObject(signedOut)
    expect(await mailsTo(services, actor.email)).toEqual([])
  }

  it('while a passkey is added', async () => {
    const actor = await asAdmin(services)
    const { challenge } = await beginPasskey(as(actor))
    const credential = new SoftwareAuthenticator(actor.userId).create(challenge)
    await erasedDuring(actor, (ctx) => addPasskey(ctx, { challenge, credential }))
  })

  it('while a passkey is removed', async () => {
    const actor = await asAdmin(services)
    const { id } = await insertPasskey(services, actor.userId)
    await erasedDuring(actor, (ctx) => removePasskey(ctx, { passkeyId: id }))
  })

  it('while recovery codes are renewed', async () => {
    const actor = await asAdmin(services)
    const app = await insertSecondFactor(services, actor.userId)
    await erasedDuring(actor, (ctx) => renewRecoveryCodes(ctx, { code: app.code() }))
  })

  it('while the second factor is turned off', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const app = await insertSecondFactor(services, actor.userId)
    await erasedDuring(actor, (ctx) => turnOffSecondFactor(ctx, { code: app.code() }))
  })

  it('while the link with the provider is taken off', async () => {
    const actor = await asOwner(services, ['mer_1'])
    await insertSingleSignOnLink(services, actor.userId)
    await erasedDuring(actor, (ctx) => unlinkSingleSignOn(ctx))
  })
})

describe('a passkey that is removed after it was checked', () => {
  const remove = (id: string) => services.db.delete(passkeys).where(eq(passkeys.id, id))

  it('opens no session', async () => {
    const actor = await asAdmin(services)
    const { id, authenticator } = await insertPasskey(services, actor.userId)
    const ctx = heldUp(as(), () => remove(id))
    const attempt = signInWithPasskey(ctx, await signedByPasskey(services, authenticator))
    await expect(attempt).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'WRONG_PASSKEY' })
    expect(ctx.cookies.session).toBeUndefined()
  })

  it('proves no one', async () => {
    const actor = await asAdmin(services)
    const { id, authenticator } = await insertPasskey(services, actor.userId)
    const { challenge } = await beginPasskeyReauthentication(as(actor))
    const ctx = heldUp(as(actor), () => remove(id))
    const attempt = reauthenticate(ctx, { challenge, credential: authenticator.use(challenge) })
    await expect(attempt).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'WRONG_OWN_PASSKEY' })
  })
})

describe('the second step', () => {
  it('that another browser has ended in the meantime opens no session', async () => {
    const { userId, challenge, code } = await insertSecondStep(services)
    const ctx = heldUp(as(), () => services.db.delete(oneTimeSecrets).where(eq(oneTimeSecrets.userId, userId)))
    const attempt = completeSecondStep(ctx, { challenge, code })
    await expect(attempt).rejects.toMatchObject({ reason: 'SECOND_STEP_OVER' })
    expect(ctx.cookies.session).toBeUndefined()
  })

  it('tells no one without a code that the account has changed since', async () => {
    const { userId, challenge } = await insertSecondStep(services)
    const suspend = () => services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, userId))
    const attempt = completeSecondStep(heldUp(as(), suspend), { challenge, recoveryCode: 'AAAAA-AAAAA' })
    await expect(attempt).rejects.toMatchObject({ reason: 'WRONG_RECOVERY_CODE' })
  })
})

it('one person at the provider is linked with one account alone', async () => {
  const identity = { issuer: 'https://id.example.com/', subject: 'sub-of-two', sessionId: null, verifiedEmail: null }
  const link = async ({ userId }: UserActor) => {
    const ctx = as()
    return inTransaction(ctx, async (tx) => {
      const account = await findAccountForUpdate(tx, userId)
      if (account) await linkAccount(ctx, tx, account, { ...identity, idToken: 'eyJ' })
    })
  }
  const [first, second] = [await asOwner(services, []), await asOwner(services, [])]
  await link(first)
  await expect(link(second)).rejects.toMatchObject({ reason: 'ATTEMPT_OVER' })
  expect(await mailsTo(services, second.email)).toEqual([])
})

it('a session that is over before it is entered hands out no cookie', async () => {
  const ctx = as()
  const over = { sessionId: 'ses_over', token: 'over', expiresAt: services.clock.now() }
  await expect(enter(ctx, over)).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ACCESS_DENIED' })
  expect(ctx.cookies.session).toBeUndefined()
})
