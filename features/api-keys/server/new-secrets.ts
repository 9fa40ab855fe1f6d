import { createHash, randomBytes } from 'node:crypto'
import { type FieldCipher, findSealErrors, rotateSeals, type Services } from '@quaff/platform/server'
import { keyLimits } from '../contract'
import { apiKeySecrets } from './tables'

/** Characters of a secret that are stored in plain text, too few to guess the rest. */
const startLength = keyLimits.secretPrefix.length + 8

export const startOf = (secret: string) => secret.slice(0, startLength)
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const boundTo = (start: string) => `${start}|signing`

const sealSigning = (cipher: FieldCipher, start: string, signingSecret: string) => ({
  signingEncrypted: cipher.encrypt(signingSecret, boundTo(start)),
  keyId: cipher.currentKeyId,
})

/** Throws if the ciphertext was changed or copied to another row, or if the field key is unknown. */
export const openSigning = (cipher: FieldCipher, { start, signingEncrypted }: SealedSigning) =>
  cipher.decrypt(signingEncrypted, boundTo(start))

export type SealedSigning = { start: string; signingEncrypted: string; keyId: string }

const random = (prefix: string) => `${prefix}${randomBytes(keyLimits.secretBytes).toString('base64url')}`

/** Creates both secrets: `shown` is displayed once, `stored` goes to the database. */
export function makeSecrets(cipher: FieldCipher) {
  const [secret, signingSecret] = [random(keyLimits.secretPrefix), random(keyLimits.signingPrefix)]
  const start = startOf(secret)
  return {
    shown: { secret, signingSecret },
    stored: { start, secretHash: hashOf(secret), ...sealSigning(cipher, start, signingSecret) },
  }
}

const signingSecrets = {
  table: apiKeySecrets,
  id: apiKeySecrets.start,
  text: apiKeySecrets.signingEncrypted,
  keyId: apiKeySecrets.keyId,
  boundTo,
}

/** Seals every signing secret with the current field key. */
export const rotateSigningKeys = (services: Services) => rotateSeals(services, signingSecrets)

export const findSigningKeyErrors = (services: Pick<Services, 'db' | 'fieldCipher'>) =>
  findSealErrors(services, signingSecrets)
