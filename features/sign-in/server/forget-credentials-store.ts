import { and, eq, notExists, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { forgetSecrets } from '@quaff/features/one-time-secrets/server'
import type { Transaction } from '@quaff/platform/server/context'
import { singleSignOnLinks } from '../single-sign-on/server/tables'
import { passkeys, secondFactors } from './tables'

/**
 * Deletes links, codes, changes of address, authenticator app, passkeys and the link with a provider, used or not. Returns
 * their addresses and those of `known`, without addresses that another account has by now.
 */
export async function forgetCredentials(
  tx: Transaction,
  userId: string,
  known: readonly string[] = [],
): Promise<string[]> {
  const mailed = await forgetSecrets(tx, userId)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId))
  const addresses = [...new Set([...known, ...mailed])]
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
