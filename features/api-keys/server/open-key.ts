import { createHmac, timingSafeEqual } from 'node:crypto'
import { type KeyActor, type LimitLeft, refuse, type Services, takeFromKeyLimit } from '@quaff/platform/server'
import { keyLimits, type KeyScope } from '../contract'
import { keyEndpointRefusals } from '../refusals'
import { isLate, isWorking, keyStateAt, readBearer, readSignature } from '../rules'
import { findBySecretStart, saveLastUsed } from './key-store'
import { hashOf, openSigning, type SealedSigning, startOf } from './new-secrets'

export type OpenedKey = { actor: KeyActor; signing: SealedSigning }

/** Returns the caller of a key, read for each request. Every invalid key gets the same refusal. */
export async function openKey(services: Services, authorization: string | undefined): Promise<OpenedKey> {
  const secret = readBearer(authorization) ?? ''
  const found = await findBySecretStart(services.db, startOf(secret))
  const now = services.clock.now()
  const isRight = isSame(hashOf(secret), found?.secret.secretHash ?? hashOf(''))
  if (!found || !isRight) throw refuse(keyEndpointRefusals, 'KEY_UNKNOWN')
  const { key, secret: stored } = found
  const isOver = stored.validUntil !== null && stored.validUntil <= now
  if (isOver || !isWorking(keyStateAt({ ...key, oldSecretUntil: null }, now)))
    throw refuse(keyEndpointRefusals, 'KEY_UNKNOWN')
  noteUse(services, key, now)
  const { id: keyId, name, scopes, merchantIds, requestsPerMinute } = key
  return { actor: { kind: 'key', keyId, name, scopes, merchantIds, requestsPerMinute }, signing: stored }
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

export function requireScope({ scopes }: KeyActor, scope: KeyScope) {
  if (!scopes.includes(scope)) throw refuse(keyEndpointRefusals, 'KEY_SCOPE', scope)
}

/** Counts the request. The remaining limit goes into the response headers. */
export function takeFromKey(services: Services, key: KeyActor): Promise<LimitLeft> {
  return takeFromKeyLimit(services, key, 'Too many requests with this key. Try again in a moment.')
}

function noteUse({ db, log }: Services, { id, lastUsedAt }: { id: string; lastUsedAt: Date | null }, now: Date) {
  const before = new Date(now.getTime() - keyLimits.lastUsedMs)
  if (lastUsedAt && lastUsedAt > before) return
  saveLastUsed(db, id, now, before).catch(() => log.warn('key_use_not_noted', { keyId: id }))
}

/** `body` must be the received bytes: other spacing of the same JSON has another signature. */
export function requireSignature(
  { fieldCipher, clock }: Services,
  signing: SealedSigning,
  header: string | undefined,
  body: Uint8Array,
) {
  const signature = readSignature(header)
  if (!signature) throw refuse(keyEndpointRefusals, 'SIGNATURE_MISSING')
  const expected = createHmac('sha256', openSigning(fieldCipher, signing))
    .update(`${signature.at}.`)
    .update(body)
    .digest()
  if (!timingSafeEqual(expected, Buffer.from(signature.hex, 'hex')))
    throw refuse(keyEndpointRefusals, 'SIGNATURE_WRONG')
  if (isLate(signature, clock.now())) throw refuse(keyEndpointRefusals, 'SIGNATURE_LATE')
}
