import { type FieldCipher, inTransaction, type Services, type Transaction } from '@quaff/platform/server'
import { lockSecretsOffKey, replaceSeal, sampleSecretsOfEachKey, type SealedSecret } from './second-factor-store'

type SecondFactorKeyError = { keyId: string; error: 'UNKNOWN' | 'DOES_NOT_OPEN' }

/** A single altered row must not stop the server: a key is wrong if it opens none of these. */
const samplesPerKey = 5

/** Keys that authenticator secrets are sealed with and that this server lacks, or has another key under the id of. */
export async function findSecondFactorKeyErrors({
  db,
  fieldCipher,
}: Pick<Services, 'db' | 'fieldCipher'>): Promise<SecondFactorKeyError[]> {
  const samples = await sampleSecretsOfEachKey(db, samplesPerKey)
  const keyIds = [...new Set(samples.map(({ keyId }) => keyId))]
  return keyIds.flatMap((keyId): SecondFactorKeyError[] => {
    if (!fieldCipher.keyIds.includes(keyId)) return [{ keyId, error: 'UNKNOWN' }]
    const isRight = samples.some((row) => row.keyId === keyId && opens(fieldCipher, row))
    return isRight ? [] : [{ keyId, error: 'DOES_NOT_OPEN' }]
  })
}

function opens(cipher: FieldCipher, sealed: SealedSecret) {
  try {
    openSecret(cipher, sealed)
    return true
  } catch {
    return false
  }
}

const batchSize = 100

type SecretRotation = {
  rotated: number
  /** People whose secret no key opens: altered, or sealed with a key that is gone. */
  unreadable: string[]
}

/** Seals every authenticator secret with the current key. Each batch commits alone, so it may be killed and started again. */
export async function rotateSecondFactorKeys(services: Services): Promise<SecretRotation> {
  let rotated = 0
  for (;;) {
    const pass = await rotateOnce(services)
    rotated += pass.rotated
    // A server that still seals with the old key may have written behind us.
    if (pass.rotated === 0) return { rotated, unreadable: pass.unreadable }
  }
}

async function rotateOnce(services: Services): Promise<SecretRotation> {
  const unreadable: string[] = []
  let [rotated, after] = [0, '']
  for (;;) {
    const batch = await inTransaction(services, (tx) => rotateBatch(services, tx, after))
    if (batch.last === undefined) return { rotated, unreadable }
    after = batch.last
    rotated += batch.rotated
    unreadable.push(...batch.unreadable)
  }
}

async function rotateBatch(services: Services, tx: Transaction, after: string) {
  const { currentKeyId } = services.fieldCipher
  const rows = await lockSecretsOffKey(tx, { currentKeyId, after, limit: batchSize })
  const unreadable: string[] = []
  for (const row of rows) {
    const sealed = reseal(services, row)
    if (sealed) await replaceSeal(tx, sealed)
    else unreadable.push(row.userId)
  }
  return { last: rows.at(-1)?.userId, rotated: rows.length - unreadable.length, unreadable }
}

/** Null, and a line in the log, when no key opens it. */
function reseal({ fieldCipher, log }: Services, row: SealedSecret) {
  try {
    return sealSecret(fieldCipher, row.userId, openSecret(fieldCipher, row))
  } catch {
    log.error('second_factor_unreadable', { userId: row.userId })
    return null
  }
}

/** A secret that is moved to another account does not open. */
const boundTo = (userId: string) => `${userId}|totp`

export function sealSecret(cipher: FieldCipher, userId: string, secret: string): SealedSecret {
  return { userId, secretEncrypted: cipher.encrypt(secret, boundTo(userId)), keyId: cipher.currentKeyId }
}

/** Throws when it was altered or moved, or its key is unknown. */
export function openSecret(cipher: FieldCipher, { userId, secretEncrypted }: SealedSecret): string {
  return cipher.decrypt(secretEncrypted, boundTo(userId))
}
