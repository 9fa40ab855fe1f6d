import { resolveRole } from '@quaff/features/accounts/rules'
import type { Account } from '@quaff/features/accounts/server'

export function roleOf(account: Pick<Account, 'claims' | 'adminRecordRole'>): string | null {
  return resolveRole({ claims: account.claims, adminRecordRole: account.adminRecordRole })
}

/** The facts that the rules of this feature ask for. */
export function factsOf(account: Account) {
  return { status: account.status, role: roleOf(account), invitation: account.invitation }
}
