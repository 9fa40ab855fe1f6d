import { and, eq, notExists, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { emailChanges, emailCodes, passkeys, secondFactors, signInLinks } from '../../server/tables'
import { singleSignOnLinks } from '../../single-sign-on/server/tables'

/**
 * Links, codes, changes of address, authenticator app, passkeys and link with a provider, used or not. Returns the addresses that stood in them, and
 * those of `known`, that belong to nobody else by now.
 */
export async function forgetCredentials(
  tx: Transaction,
  userId: string,
  known: readonly string[] = [],
): Promise<string[]> {
  const linked = await tx
    .delete(signInLinks)
    .where(eq(signInLinks.userId, userId))
    .returning({ email: signInLinks.email })
  const changed = await tx
    .delete(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .returning({ email: emailChanges.newEmail })
  await tx.delete(emailCodes).where(eq(emailCodes.userId, userId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId))
  const addresses = [...new Set([...known, ...[...linked, ...changed].map(({ email }) => email)])]
  return addresses.length === 0 ? [] : withoutOthers(tx, userId, addresses)
}

async function withoutOthers(tx: Transaction, userId: string, addresses: readonly string[]): Promise<string[]> {
  const address = sql<string>`given.address`
  const held = tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.email} = ${address}`, sql`${users.id} <> ${userId}`))
  const rows = await tx
    .select({ address })
    .from(sql`unnest(${sql.param([...addresses])}::text[]) as given(address)`)
    .where(notExists(held))
  return rows.map((row) => row.address)
}
