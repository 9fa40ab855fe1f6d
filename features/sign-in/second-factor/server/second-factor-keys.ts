import { type FieldCipher, findSealErrors, rotateSeals, type SealedColumn, type Services } from '@quaff/platform/server'
import { secondFactors } from '../../server/tables'
import type { SealedSecret } from './second-factor-store'

/** A secret that is moved to another account does not open. */
const boundTo = (userId: string) => `${userId}|totp`

const secrets: SealedColumn = {
  table: secondFactors,
  id: secondFactors.userId,
  text: secondFactors.secretEncrypted,
  keyId: secondFactors.keyId,
  boundTo,
  logUnreadable: (log, userId) => log.error('second_factor_unreadable', { userId }),
}

export const findSecondFactorKeyErrors = (services: Pick<Services, 'db' | 'fieldCipher'>) =>
  findSealErrors(services, secrets)

/** Seals every authenticator secret with the current field key. */
export const rotateSecondFactorKeys = (services: Services) => rotateSeals(services, secrets)

export function sealSecret(cipher: FieldCipher, userId: string, secret: string): SealedSecret {
  return { userId, secretEncrypted: cipher.encrypt(secret, boundTo(userId)), keyId: cipher.currentKeyId }
}

/** Throws when it was altered or moved, or its key is unknown. */
export function openSecret(cipher: FieldCipher, { userId, secretEncrypted }: SealedSecret): string {
  return cipher.decrypt(secretEncrypted, boundTo(userId))
}
