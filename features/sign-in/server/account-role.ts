import { resolveRole } from '@quaff/features/accounts/rules'
import type { Account } from '@quaff/features/accounts/server'

/** The facts that the rules of this feature ask for. */
export function factsOf(account: Account) {
  return { status: account.status, role: resolveRole(account), invitation: account.invitation }
}
