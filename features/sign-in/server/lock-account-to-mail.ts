import { type Account, findAccountForUpdate } from '@quaff/features/accounts/server'
import type { Transaction } from '@quaff/platform/server/context'

/**
 * The account as it is now, for writing to it: null when it was erased or moved to another address since it was found.
 * Nothing may be mailed then, nor kept of the address.
 */
export async function lockAccountToMail(tx: Transaction, found: Account): Promise<Account | null> {
  const account = await findAccountForUpdate(tx, found.id)
  return account?.email === found.email ? account : null
}
