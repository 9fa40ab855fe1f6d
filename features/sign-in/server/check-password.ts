import { findAccountByEmail } from '@quaff/features/accounts/server'
import type { Services } from '@quaff/platform/server/context'

/** `borrowed`: right, and checked with the settings of the old system. `none`: the person has no password. */
export type PasswordCheck = 'right' | 'borrowed' | 'wrong' | 'none' | 'unknown'

/** For whoever runs the server, before the first people sign in: tells whether the password fits, and changes nothing. */
export async function checkPassword(
  { db, passwords }: Services,
  email: string,
  password: string,
): Promise<PasswordCheck> {
  const account = await findAccountByEmail(db, email)
  if (!account) return 'unknown'
  if (!account.passwordHash) return 'none'
  if (!(await passwords.verify(password, account.passwordHash))) return 'wrong'
  return passwords.isBorrowed(account.passwordHash) ? 'borrowed' : 'right'
}
