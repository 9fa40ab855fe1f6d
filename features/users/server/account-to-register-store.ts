import { eq } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { Transaction } from '@quaff/platform/server/context'

/** Locked: whoever applies twice at once with one address goes one after the other. */
export async function findAccountToRegister(tx: Transaction, email: string) {
  const [row] = await tx
    .select({ id: users.id, status: users.status, applicationId: users.applicationId })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  return row
}
