import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { createKeyInput, keyLimits, type CreateKeyInput } from '../contract'
import { insertKey } from '../testing/api-key-factory'
import { revokeKey, rotateKey, createKey } from './change-key'
import { findSigningKeyErrors, openSigning, rotateSigningKeys } from './new-secrets'
import { openKey } from './open-key'
import { getKey, listKeys } from './read-keys'
import { apiKeys, apiKeySecrets } from './tables'

let services: TestServices
let ctx: ReturnType<typeof contextAs>

beforeEach(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_1', name: 'Half Moon' }])
  ctx = contextAs(services, await asAdmin(services))
})

const create = (details: Partial<CreateKeyInput> = {}) =>
  createKey(
    ctx,
    createKeyInput.parse({ name: 'App server', scopes: ['redemptions:decide'], merchantIds: null, ...details }),
  )
const inHours = (hours: number) => new Date(services.clock.now().getTime() + hours * 3_600_000)
const isLetIn = (secret: string) =>
  openKey(services, `Bearer ${secret}`).then(
    () => true,
    () => false,
  )
const audited = async () =>
  (await services.db.select().from(adminAuditLogs)).map(({ action, after }) => ({ action, after }))

describe('a new key', () => {
  it('is shown with its secrets once; neither is anywhere in the database or the log', async () => {
    const made = await create({ merchantIds: ['mer_1'], scopes: ['redemptions:decide', 'ingest:redemptions'] })
    expect(made).toMatchObject({
      scopes: ['ingest:redemptions', 'redemptions:decide'],
      merchants: [{ id: 'mer_1', name: 'Half Moon' }],
      state: 'active',
      requestsPerMinute: keyLimits.defaultRequestsPerMinute,
    })
    expect(made.secret).toMatch(/^qk_live_[\w-]{43}$/)
    expect(made.signingSecret).toMatch(/^qs_live_[\w-]{43}$/)
    const stored = JSON.stringify([
      await services.db.select().from(apiKeys),
      await services.db.select().from(apiKeySecrets),
      await audited(),
      services.log.lines,
      (await listKeys(ctx, { limit: 20 })).rows,
    ])
    for (const secret of [made.secret, made.signingSecret]) expect(stored).not.toContain(secret)
    expect(await audited()).toMatchObject([{ action: 'create_api_key', after: { name: 'App server' } }])
    expect(await isLetIn(made.secret)).toBe(true)
  })

  it.each<[string, Partial<CreateKeyInput>]>([
    ['PEOPLE_SCOPE', { scopes: ['ingest:users'], merchantIds: ['mer_1'] }],
    ['KEY_MERCHANTS', { merchantIds: ['mer_1', 'mer_gone'] }],
    ['KEY_EXPIRY', { expiresAt: new Date(0) }],
  ])('%s is refused', async (reason, details) => {
    await expect(create(details)).rejects.toMatchObject({ reason })
    expect(await services.db.$count(apiKeys)).toBe(0)
  })

  it('is one of a hundred that work; what has ended does not count', async () => {
    for (let count = 0; count < keyLimits.working; count += 1)
      await insertKey(services, count === 0 ? { revokedAt: services.clock.now() } : {})
    await create()
    await expect(create()).rejects.toMatchObject({ reason: 'KEY_LIMIT' })
  })

  it('§G22 takes a sign-in within the last five minutes, as rotating and revoking do', async () => {
    const { id: keyId, version } = await create()
    services.clock.advance(5 * 60_000 + 1)
    const again = { reason: 'SIGN_IN_AGAIN' }
    await expect(create()).rejects.toMatchObject(again)
    await expect(rotateKey(ctx, { keyId, version, oldUntil: null })).rejects.toMatchObject(again)
    await expect(revokeKey(ctx, { keyId, version })).rejects.toMatchObject(again)
  })
})

describe('a rotation', () => {
  it('lets both pairs in until its end, and then only the new one', async () => {
    const made = await create()
    const key = { keyId: made.id, version: made.version }
    const rotated = await rotateKey(ctx, { ...key, oldUntil: inHours(1) })
    expect(rotated).toMatchObject({ state: 'rotating', oldSecretUntil: inHours(1) })
    expect([rotated.secret, rotated.signingSecret]).not.toContain(made.secret)
    expect([await isLetIn(made.secret), await isLetIn(rotated.secret)]).toEqual([true, true])
    services.clock.advance(3_600_000)
    expect([await isLetIn(made.secret), await isLetIn(rotated.secret)]).toEqual([false, true])
  })

  it('without an overlap ends all secrets before it, and a second one those of the first', async () => {
    const made = await create()
    const first = await rotateKey(ctx, { keyId: made.id, version: 1, oldUntil: inHours(1) })
    const second = await rotateKey(ctx, { keyId: made.id, version: 2, oldUntil: inHours(1) })
    expect([await isLetIn(made.secret), await isLetIn(first.secret), await isLetIn(second.secret)]).toEqual([
      false,
      true,
      true,
    ])
    const third = await rotateKey(ctx, { keyId: made.id, version: 3, oldUntil: null })
    expect([await isLetIn(second.secret), await isLetIn(third.secret)]).toEqual([false, true])
    expect((await audited()).map(({ action }) => action).slice(1)).toEqual(Array(3).fill('rotate_api_key'))
  })

  it('is refused for an end in the past or too far away, for another version, and for what has ended', async () => {
    const { id: keyId } = await create()
    await expect(rotateKey(ctx, { keyId, version: 1, oldUntil: inHours(-1) })).rejects.toMatchObject({
      reason: 'KEY_OVERLAP',
    })
    await expect(rotateKey(ctx, { keyId, version: 1, oldUntil: inHours(745) })).rejects.toMatchObject({
      reason: 'KEY_OVERLAP',
    })
    await expect(rotateKey(ctx, { keyId, version: 2, oldUntil: null })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    await revokeKey(ctx, { keyId, version: 1 })
    await expect(rotateKey(ctx, { keyId, version: 2, oldUntil: null })).rejects.toMatchObject({ reason: 'KEY_ENDED' })
  })
})

it('a revoked key is refused, is listed among the ended ones, and is recorded', async () => {
  const made = await create()
  const revoked = await revokeKey(ctx, { keyId: made.id, version: 1 })
  expect(revoked).toMatchObject({ state: 'revoked', revokedAt: services.clock.now() })
  expect(await isLetIn(made.secret)).toBe(false)
  expect((await listKeys(ctx, { limit: 20, keys: 'working' })).rows).toEqual([])
  expect((await listKeys(ctx, { limit: 20, keys: 'ended', q: 'app' })).rows).toMatchObject([{ id: made.id }])
  expect((await audited()).at(-1)).toMatchObject({ action: 'revoke_api_key' })
})

it('a key that is not there is neither shown nor changed', async () => {
  const keyId = 'key_gone'
  const requested = await Promise.allSettled([
    getKey(ctx, { keyId }),
    rotateKey(ctx, { keyId, version: 1, oldUntil: null }),
    revokeKey(ctx, { keyId, version: 1 }),
  ])
  expect(requested).toMatchObject(requested.map(() => ({ reason: { reason: 'KEY' } })))
})

it('signing secrets move to another field key, and a server without theirs reports it', async () => {
  const next = aesFieldCipher([{ id: 'next', key: Buffer.alloc(32, 2) }])
  const both = aesFieldCipher([
    { id: 'next', key: Buffer.alloc(32, 2) },
    { id: 'test', key: Buffer.alloc(32, 7) },
  ])
  const made = await create()
  expect(await findSigningKeyErrors({ ...services, fieldCipher: next })).toEqual([{ keyId: 'test', error: 'UNKNOWN' }])
  expect(await rotateSigningKeys({ ...services, fieldCipher: both })).toEqual({ rotated: 1, unreadable: [] })
  expect(await findSigningKeyErrors({ ...services, fieldCipher: next })).toEqual([])
  const [sealed] = await services.db.select().from(apiKeySecrets)
  expect(sealed && openSigning(next, sealed)).toBe(made.signingSecret)
})
