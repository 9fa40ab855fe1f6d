import { and, eq, sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import { type NewEntry, searchEntries } from './entry-store'
import { waitlistEntries } from './tables'

export async function findEntryByEmail(db: Queryable, waitlistId: string, email: string) {
  const [row] = await db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.waitlistId, waitlistId), eq(waitlistEntries.email, email)))
  return row
}

/** Returns undefined if the email is already on the list, also by a concurrent insert. */
export async function insertEntry(tx: Transaction, row: NewEntry) {
  const [inserted] = await tx
    .insert(waitlistEntries)
    .values(row)
    .onConflictDoNothing({ target: [waitlistEntries.waitlistId, waitlistEntries.email] })
    .returning()
  return inserted
}

/** Finds and locks the referrer on this list, so that concurrent referrals are counted one after the other. */
export async function lockReferrer(tx: Transaction, waitlistId: string, referralCode: string) {
  const [row] = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.referralCode, referralCode), eq(waitlistEntries.waitlistId, waitlistId)))
    .for('update')
  return row
}

/** Returns true if the list has the same mailbox, ignoring address tags. Each condition has its own index. */
export async function isMailboxListed(tx: Transaction, waitlistId: string, mailbox: string) {
  if (await findEntryByEmail(tx, waitlistId, mailbox)) return true
  const at = mailbox.lastIndexOf('@')
  const existing = sql`regexp_replace(${waitlistEntries.email}, '[+][^@]*@', '@') = ${mailbox}`
  const [row] = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(eq(waitlistEntries.waitlistId, waitlistId), searchEntries(`${mailbox.slice(0, at)}+`)?.byIndex, existing),
    )
    .limit(1)
  return row !== undefined
}

/** Keeps the version, so that an administrator's open form does not become stale. */
export async function countFriend(tx: Transaction, entryId: string) {
  await tx
    .update(waitlistEntries)
    .set({ referralCount: sql`${waitlistEntries.referralCount} + 1` })
    .where(eq(waitlistEntries.id, entryId))
}

export async function findEntryById(db: Queryable, waitlistId: string, entryId: string) {
  const [row] = await db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.id, entryId), eq(waitlistEntries.waitlistId, waitlistId)))
  return row
}

/** Finds the referrer of a followed link. */
export async function findReferrer(db: Queryable, waitlistId: string, referralCode: string) {
  const [row] = await db
    .select({ name: waitlistEntries.name, status: waitlistEntries.status })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.referralCode, referralCode), eq(waitlistEntries.waitlistId, waitlistId)))
  return row
}

export async function findEntryByInvitation(db: Queryable, waitlistId: string, invitationHash: string) {
  const [row] = await db.select().from(waitlistEntries).where(byInvitation(waitlistId, invitationHash))
  return row
}

export async function lockEntryByInvitation(tx: Transaction, waitlistId: string, invitationHash: string) {
  const [row] = await tx.select().from(waitlistEntries).where(byInvitation(waitlistId, invitationHash)).for('update')
  return row
}

const byInvitation = (waitlistId: string, invitationHash: string) =>
  and(eq(waitlistEntries.invitationHash, invitationHash), eq(waitlistEntries.waitlistId, waitlistId))

const venuesShown = 5

/** Returns names of venues in a city that serve now, in alphabetical order. */
export async function listVenuesIn(db: Queryable, city: string) {
  if (city.trim() === '') return []
  const rows = await db
    .selectDistinct({ name: merchants.name })
    .from(locations)
    .innerJoin(merchants, eq(merchants.id, locations.merchantId))
    .where(
      and(
        eq(merchants.status, 'active'),
        eq(merchants.isLive, true),
        sql`lower(btrim(${locations.fields} -> 'address' ->> 'city')) = lower(btrim(${city}))`,
      ),
    )
    .orderBy(merchants.name)
    .limit(inText(venuesShown))
  return rows.map(({ name }) => name)
}
