import type { FieldCipher } from '@quaff/platform/server/ports'

const boundTo = (id: string) => `single_sign_on_session:${id}`

/** `id`: of the row that it lies in; in another one it stays shut. */
export function sealIdToken(cipher: FieldCipher, id: string, idToken: string): string {
  return cipher.encrypt(idToken, boundTo(id))
}

/** Null if no key opens it; the provider then asks the user to confirm. */
export function openIdToken(cipher: FieldCipher, stored: { id: string; idTokenSealed: string }): string | null {
  try {
    return cipher.decrypt(stored.idTokenSealed, boundTo(stored.id))
  } catch {
    return null
  }
}
