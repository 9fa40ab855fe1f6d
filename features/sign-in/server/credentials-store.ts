import { and, eq, isNull, lt, notExists, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { forgetSecrets, pruneSecrets } from '@quaff/features/one-time-secrets/server'
import type { Services, Transaction } from '@quaff/platform/server'
import { deleteOldInvitations } from './invitation-store'
import { passkeys, secondFactors, singleSignOnLinks } from './tables'

/**
 * Deletes links, codes, address changes, authenticator app, passkeys and the provider link. Returns their addresses
 * and those of `known`, without addresses that another account now has.
 */
export async function forgetCredentials(tx: Transaction, userId: string, existing: readonly string[] = []) {
  const mailed = await forgetSecrets(tx, userId)
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(singleSignOnLinks).where(eq(singleSignOnLinks.userId, userId))
  const addresses = [...new Set([...existing, ...mailed])]
  return addresses.length === 0 ? [] : withoutOthers(tx, userId, addresses)
}

async function withoutOthers(tx: Transaction, userId: string, addresses: readonly string[]) {
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

const dayMs = 86_400_000

/** The secrets, and what else waits for a person who does not come back: invitations and unfinished authenticator apps. */
export async function deleteExpiredProofs(services: Services) {
  const { db, clock } = services
  const before = new Date(clock.now().getTime() - dayMs)
  await pruneSecrets(services)
  await deleteOldInvitations(db, clock.now())
  await db.delete(secondFactors).where(and(isNull(secondFactors.confirmedAt), lt(secondFactors.createdAt, before)))
}
