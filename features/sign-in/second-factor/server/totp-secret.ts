import type { FieldCipher } from '@quaff/platform/server/ports'
import type { SealedSecret } from './second-factor-store'

/** A secret that is moved to another account does not open. */
const boundTo = (userId: string) => `${userId}|totp`

export function sealSecret(cipher: FieldCipher, userId: string, secret: string): SealedSecret {
  return { userId, secretEncrypted: cipher.encrypt(secret, boundTo(userId)), keyId: cipher.currentKeyId }
}

/** Throws when it was altered or moved, or its key is unknown. */
export function openSecret(cipher: FieldCipher, { userId, secretEncrypted }: SealedSecret): string {
  return cipher.decrypt(secretEncrypted, boundTo(userId))
}
