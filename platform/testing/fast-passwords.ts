import type { PasswordHasher } from '@quaff/platform/server'
import { scryptFunctions, scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'

/** The real thing with so little work that it costs next to nothing. */
export function fastPasswords(): PasswordHasher {
  return scryptPasswords(scryptFunctions(2))
}
