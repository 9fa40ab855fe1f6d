import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { renewAreasOf } from './areas-store'
import { waitlistEntries, waitlists } from './tables'

/** The index of addresses is by list: without the lists, which are few, every entry would be read. */
const onAnyList = (db: Queryable) =>
  inArray(waitlistEntries.waitlistId, db.select({ id: waitlists.id }).from(waitlists))

/** Off every list for good. Whose friend they were keeps the count; whoever they brought stays, without a referrer. */
export async function forgetEntriesOf(tx: Transaction, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await forget(tx, and(onAnyList(tx), inArray(waitlistEntries.email, [...addresses])))
}

/** The caller holds the row's lock. */
export async function deleteEntry(tx: Transaction, entryId: string): Promise<void> {
  await forget(tx, eq(waitlistEntries.id, entryId))
}

/** Nor is a city kept that nobody else wrote. */
async function forget(tx: Transaction, which: SQL | undefined): Promise<void> {
  const gone = await tx.delete(waitlistEntries).where(which).returning({ waitlistId: waitlistEntries.waitlistId })
  await renewAreasOf(tx, [...new Set(gone.map(({ waitlistId }) => waitlistId))])
}

/** An account, a filled form or a place on another list has the address too. */
export async function isKnownElsewhere(db: Queryable, email: string): Promise<boolean> {
  if ((await db.$count(users, eq(users.email, email))) > 0) return true
  if ((await db.$count(signupSubmissions, eq(signupSubmissions.email, email))) > 0) return true
  return (await db.$count(waitlistEntries, and(onAnyList(db), eq(waitlistEntries.email, email)))) > 0
}
