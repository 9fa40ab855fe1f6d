import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userActivity } from '@quaff/features/activity/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { deleteExpiredProofs } from '../../server/credentials-store'
import { passkeys } from '../../server/tables'
import { insertPasskey, SoftwareAuthenticator } from '../../testing/passkey-factory'
import { passkeyLimits } from '../contract'
import { beginPasskeySignIn } from './check-passkey'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys'

let services: TestServices
const minuteMs = 60_000
const iCloud = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
const macintosh = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0'
const as = (actor: UserActor) => contextAs(services, actor, { userAgent: macintosh })
const notAdded = { code: 'BAD_REQUEST', reason: 'PASSKEY_NOT_ADDED' }
const tooLate = { code: 'BAD_REQUEST', reason: 'PASSKEY_TOO_LATE' }

beforeAll(async () => {
  services = await createTestServices()
})

async function add(actor: UserActor, details: ConstructorParameters<typeof SoftwareAuthenticator>[1] = {}) {
  const authenticator = new SoftwareAuthenticator(actor.userId, details)
  const { challenge } = await beginPasskey(as(actor))
  return addPasskey(as(actor), { challenge, credential: authenticator.create(challenge) })
}

const countOf = (userId: string) => services.db.$count(passkeys, eq(passkeys.userId, userId))
const auditsOf = async (userId: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, userId))).map(
    ({ action }) => action,
  )

describe('adding a passkey', () => {
  it('names it by who keeps it, tells the account by mail, and notes it', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const added = await add(actor, { aaguid: iCloud, isSynced: true })
    expect(added).toMatchObject({ name: 'iCloud Keychain', isSynced: true, lastUsedAt: null, stoppedAt: null })
    expect(await listPasskeys(as(actor))).toEqual([added])
    expect(await mailsTo(services, actor.email)).toMatchObject([{ template: 'passkey_added' }])
    expect(await auditsOf(actor.userId)).toEqual(['add_passkey'])
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(noted).toMatchObject({ action: 'passkey_added', details: { device: 'iCloud Keychain' } })
  })

  it('of an unknown keeper names it by the device, and the next one apart', async () => {
    const actor = await asAdmin(services)
    expect([(await add(actor)).name, (await add(actor)).name]).toEqual(['Chrome on macOS', 'Chrome on macOS 2'])
  })

  it('asks the browser for one that asks for no address and for the person each time, and names those that there are', async () => {
    const actor = await asAdmin(services)
    const { authenticator } = await insertPasskey(services, actor.userId)
    const requested = await beginPasskey(as(actor))
    expect(requested).toMatchObject({
      rp: { id: 'localhost', name: 'Quaff' },
      user: { id: Buffer.from(actor.userId).toString('base64url'), name: actor.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: authenticator.credentialId }],
    })
  })

  it('needs a recent sign-in to begin, and none to end what was begun after one', async () => {
    const actor = await asAdmin(services)
    const { challenge } = await beginPasskey(as(actor))
    const later = { ...actor, authenticatedAt: new Date(services.clock.now().getTime() - 5 * minuteMs - 1) }
    await expect(beginPasskey(as(later))).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'SIGN_IN_AGAIN' })
    const credential = new SoftwareAuthenticator(actor.userId).create(challenge)
    expect(await addPasskey(as(later), { challenge, credential })).toMatchObject({ name: 'Chrome on macOS' })
  })

  it('is not open to anyone who still has to set up the second factor that the platform demands', async () => {
    const actor = { ...(await asAdmin(services)), mustEnrol: true as const }
    await expect(beginPasskey(as(actor))).rejects.toMatchObject({ reason: 'ENROL_SECOND_FACTOR' })
    await expect(listPasskeys(as(actor))).rejects.toMatchObject({ reason: 'ENROL_SECOND_FACTOR' })
  })

  it('stops at ten, whether they are asked for or come at once', async () => {
    const actor = await asAdmin(services)
    for (let at = 0; at < passkeyLimits.perAccount - 1; at += 1) await insertPasskey(services, actor.userId)
    const begun = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { challenge } = await beginPasskey(as(actor))
        return { challenge, credential: new SoftwareAuthenticator(actor.userId).create(challenge) }
      }),
    )
    const ends = await Promise.allSettled(begun.map((input) => addPasskey(as(actor), input)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countOf(actor.userId)).toBe(passkeyLimits.perAccount)
    const tooMany = { code: 'CONFLICT', reason: 'TOO_MANY_PASSKEYS' }
    await expect(beginPasskey(as(actor))).rejects.toMatchObject(tooMany)
  })

  it('is refused where browsers make none', async () => {
    const actor = await asAdmin(services)
    const ctx = as(actor)
    const settings = { ...ctx.settings, baseUrl: 'http://console.example.com' }
    await expect(beginPasskey({ ...ctx, settings })).rejects.toMatchObject({ reason: 'PASSKEYS_OFF' })
  })
})

describe('a new passkey is not taken', () => {
  const refused: [string, ConstructorParameters<typeof SoftwareAuthenticator>[1]][] = [
    ['made at another site', { origin: 'https://quaff.example.org' }],
    ['made at the same name with another scheme', { origin: 'https://localhost:3000' }],
    ['for another relying party', { rpId: 'example.org' }],
    ['made without asking the person', { isVerified: false }],
    ['that was not made but used', { type: 'webauthn.get' }],
  ]
  it.each(refused)('%s', async (_, details) => {
    const actor = await asAdmin(services)
    await expect(add(actor, details)).rejects.toMatchObject(notAdded)
    expect([await countOf(actor.userId), await auditsOf(actor.userId)]).toEqual([0, []])
  })

  it('that is another account’s, in the same words', async () => {
    const [one, other] = [await asAdmin(services), await asAdmin(services)]
    const { authenticator } = await insertPasskey(services, one.userId)
    const { challenge } = await beginPasskey(as(other))
    const again = addPasskey(as(other), { challenge, credential: authenticator.create(challenge) })
    await expect(again).rejects.toMatchObject(notAdded)
    expect(await countOf(other.userId)).toBe(0)
  })

  it('for a challenge of another session, of another account, or of the sign-in page', async () => {
    const [one, other] = [await asAdmin(services), await asAdmin(services)]
    const answer = async (challenge: string, by: UserActor) =>
      addPasskey(as(by), { challenge, credential: new SoftwareAuthenticator(by.userId).create(challenge) })
    const { challenge } = await beginPasskey(as(one))
    await expect(answer(challenge, other)).rejects.toMatchObject(tooLate)
    await expect(answer(challenge, { ...one, sessionId: 'ses_other' })).rejects.toMatchObject(tooLate)
    await expect(answer((await beginPasskeySignIn(as(one))).challenge, one)).rejects.toMatchObject(tooLate)
    expect(await answer(challenge, one)).toMatchObject({ stoppedAt: null })
  })

  it('twice for one challenge, nor after five minutes', async () => {
    const actor = await asAdmin(services)
    const { challenge } = await beginPasskey(as(actor))
    const attempts = Array.from({ length: 5 }, () =>
      addPasskey(as(actor), { challenge, credential: new SoftwareAuthenticator(actor.userId).create(challenge) }),
    )
    const ends = await Promise.allSettled(attempts)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await beginPasskey(as(actor))
    services.clock.advance(passkeyLimits.challengeMs)
    const credential = new SoftwareAuthenticator(actor.userId).create(late.challenge)
    await expect(addPasskey(as(actor), { challenge: late.challenge, credential })).rejects.toMatchObject(tooLate)
    expect(await countOf(actor.userId)).toBe(1)
  })

  it('signed for another challenge than the one that is sent along', async () => {
    const actor = await asAdmin(services)
    const [requested, other] = [await beginPasskey(as(actor)), await beginPasskey(as(actor))]
    const credential = new SoftwareAuthenticator(actor.userId).create(other.challenge)
    await expect(addPasskey(as(actor), { challenge: requested.challenge, credential })).rejects.toMatchObject(notAdded)
  })

  it('when its bytes say nothing', async () => {
    const actor = await asAdmin(services)
    const { challenge } = await beginPasskey(as(actor))
    const { response, ...rest } = new SoftwareAuthenticator(actor.userId).create(challenge)
    const credential = { ...rest, response: { ...response, attestationObject: 'o2NmbXQ' } }
    await expect(addPasskey(as(actor), { challenge, credential })).rejects.toMatchObject(notAdded)
  })
})

it('keeps challenges as keyed hashes, and clears away what no one has answered', async () => {
  const actor = await asAdmin(services)
  const { challenge } = await beginPasskey(as(actor))
  const kept = await services.db.select().from(oneTimeSecrets)
  expect(JSON.stringify(kept)).not.toContain(challenge)
  expect(kept.length).toBeGreaterThan(0)
  services.clock.advance(passkeyLimits.challengeMs + 1)
  await deleteExpiredProofs(services)
  expect(await services.db.$count(oneTimeSecrets)).toBe(0)
})

describe('a passkey of one’s own', () => {
  it('is renamed', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const { id: passkeyId } = await insertPasskey(services, actor.userId)
    await renamePasskey(as(actor), { passkeyId, name: 'Blue phone' })
    expect(await listPasskeys(as(actor))).toMatchObject([{ id: passkeyId, name: 'Blue phone' }])
    expect(await auditsOf(actor.userId)).toEqual(['rename_passkey'])
  })

  it('is removed after a recent sign-in, and the account is notified', async () => {
    const actor = await asOwner(services, ['mer_1'])
    const { id: passkeyId } = await insertPasskey(services, actor.userId, { name: 'Old phone' })
    services.clock.advance(5 * minuteMs + 1)
    await expect(removePasskey(as(actor), { passkeyId })).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' })
    await removePasskey(as({ ...actor, authenticatedAt: services.clock.now() }), { passkeyId })
    expect(await listPasskeys(as(actor))).toEqual([])
    expect(await mailsTo(services, actor.email)).toMatchObject([{ template: 'passkey_removed' }])
    expect(await auditsOf(actor.userId)).toEqual(['remove_passkey'])
    const [noted] = await services.db.select().from(userActivity).where(eq(userActivity.userId, actor.userId))
    expect(noted).toMatchObject({ action: 'passkey_removed', details: { device: 'Old phone' } })
  })

  it('is removed once when it is asked five times at once', async () => {
    const actor = await asAdmin(services)
    const { id: passkeyId } = await insertPasskey(services, actor.userId)
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => removePasskey(as(actor), { passkeyId })))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(services, actor.email)).toHaveLength(1)
  })

  it('is no one else’s to rename or remove: foreign and missing are the same', async () => {
    const [one, other] = [await asAdmin(services), await asAdmin(services)]
    const { id } = await insertPasskey(services, one.userId)
    const none = { code: 'NOT_FOUND', reason: 'NO_PASSKEY' }
    for (const passkeyId of [id, 'pky_nowhere']) {
      await expect(renamePasskey(as(other), { passkeyId, name: 'Mine' })).rejects.toMatchObject(none)
      await expect(removePasskey(as(other), { passkeyId })).rejects.toMatchObject(none)
    }
    expect(await listPasskeys(as(one))).toMatchObject([{ id, name: 'Work laptop' }])
  })
})
