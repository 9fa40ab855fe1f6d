import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { resolveActor } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { beginPasskey } from '../passkeys/server/passkeys'
import { insertPasskey, signedByPasskey, type SoftwareAuthenticator } from '../testing/passkey-factory'
import { beginPasskeyReauthentication, reauthenticate } from './reauthenticate'
import { passkeys } from './tables'

let services: TestServices
const as = (actor: UserActor) => contextAs(services, actor)
const wrong = { code: 'BAD_REQUEST', reason: 'WRONG_OWN_PASSKEY' }
const tooLate = { code: 'BAD_REQUEST', reason: 'PASSKEY_TOO_LATE' }

beforeAll(async () => {
  services = await createTestServices()
})

async function signedInLongAgo(options: Parameters<typeof insertPasskey>[2] = {}) {
  const actor = await asOwner(services, ['mer_1'])
  services.clock.advance(6 * 60_000)
  return { actor, ...(await insertPasskey(services, actor.userId, options)) }
}
/** Returns what the session's next request sees. */
async function confirmedAt({ sessionId }: UserActor) {
  const seen = await resolveActor(services, sessionId)
  return seen.kind === 'user' ? seen.authenticatedAt : null
}
type Said = Parameters<SoftwareAuthenticator['use']>[1]
async function proofOf(actor: UserActor, by: SoftwareAuthenticator, said: Said = {}) {
  const { challenge } = await beginPasskeyReauthentication(as(actor))
  return { challenge, credential: by.use(challenge, said) }
}

describe('confirming who one is with a passkey', () => {
  it('makes the sign-in recent again, and is noted', async () => {
    const { actor, authenticator } = await signedInLongAgo()
    expect(await reauthenticate(as(actor), await proofOf(actor, authenticator))).toEqual({ success: true })
    expect(await confirmedAt(actor)).toEqual(services.clock.now())
    const rows = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(rows).toMatchObject([{ action: 'reauthenticated', details: { method: 'passkey' } }])
  })

  it('asks the browser for those of the account alone', async () => {
    const { actor, authenticator } = await signedInLongAgo()
    await insertPasskey(services, (await asAdmin(services)).userId)
    const requested = await beginPasskeyReauthentication(as(actor))
    expect(requested.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.credentialId])
    expect(requested.userVerification).toBe('required')
  })

  it('is refused with the passkey of another user, and with one that did not ask the person', async () => {
    const { actor, authenticator } = await signedInLongAgo()
    const other = await signedInLongAgo()
    await expect(reauthenticate(as(actor), await proofOf(actor, other.authenticator))).rejects.toMatchObject(wrong)
    const unrequested = await proofOf(actor, authenticator, { isVerified: false })
    await expect(reauthenticate(as(actor), unrequested)).rejects.toMatchObject(wrong)
    expect(await confirmedAt(actor)).toEqual(actor.authenticatedAt)
  })

  it('takes no challenge of the sign-in page, of a new passkey or of another session, and none twice', async () => {
    const { actor, authenticator } = await signedInLongAgo()
    const tryWith = (input: Awaited<ReturnType<typeof proofOf>>, by = actor) => reauthenticate(as(by), input)
    await expect(tryWith(await signedByPasskey(services, authenticator))).rejects.toMatchObject(tooLate)
    const { challenge } = await beginPasskey(as({ ...actor, authenticatedAt: services.clock.now() }))
    await expect(tryWith({ challenge, credential: authenticator.use(challenge) })).rejects.toMatchObject(tooLate)
    const proof = await proofOf(actor, authenticator)
    await expect(tryWith(proof, { ...actor, sessionId: 'ses_other' })).rejects.toMatchObject(tooLate)
    await tryWith(proof)
    await expect(tryWith(proof)).rejects.toMatchObject(tooLate)
  })

  it('stops a passkey whose counter goes back, and is refused', async () => {
    const { actor, id, authenticator } = await signedInLongAgo({ counter: 4 })
    const back = await proofOf(actor, authenticator, { counter: 4 })
    await expect(reauthenticate(as(actor), back)).rejects.toMatchObject({ reason: 'PASSKEY_COPIED' })
    const [stopped] = await services.db.select().from(passkeys).where(eq(passkeys.id, id))
    expect(stopped?.stoppedAt).toEqual(services.clock.now())
    expect(await confirmedAt(actor)).toEqual(actor.authenticatedAt)
    expect(await mailsTo(services, actor.email)).toMatchObject([{ template: 'passkey_copied' }])
  })
})
