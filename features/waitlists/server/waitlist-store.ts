import { and, asc, eq, sql } from 'drizzle-orm'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import { waitlistEntries, waitlists } from './tables'

export type StoredWaitlist = typeof waitlists.$inferSelect
export type NewWaitlist = typeof waitlists.$inferInsert

export async function listStoredWaitlists(db: Queryable) {
  return db
    .select()
    .from(waitlists)
    .orderBy(sql`lower(${waitlists.name})`, asc(waitlists.id))
}

export async function countWaitlists(db: Queryable) {
  return db.$count(waitlists)
}

export async function findWaitlist(db: Queryable, waitlistId: string) {
  const [row] = await db.select().from(waitlists).where(eq(waitlists.id, waitlistId))
  return row
}

export async function findWaitlistBySlug(db: Queryable, slug: string) {
  const [row] = await db.select().from(waitlists).where(eq(waitlists.slug, slug))
  return row
}

/** `share` allows concurrent joins but blocks changing, closing and deleting the list. */
export async function lockWaitlist(tx: Transaction, waitlistId: string, strength: 'update' | 'share') {
  const [row] = await tx.select().from(waitlists).where(eq(waitlists.id, waitlistId)).for(strength)
  return row
}

/** Returns false on a unique violation of the slug. */
export async function insertWaitlist(tx: Transaction, row: NewWaitlist) {
  const inserted = await tx
    .insert(waitlists)
    .values(row)
    .onConflictDoNothing({ target: waitlists.slug })
    .returning({ id: waitlists.id })
  return inserted.length > 0
}

export async function isSlugTaken(tx: Transaction, slug: string) {
  return (await findWaitlistBySlug(tx, slug)) !== undefined
}

export type WaitlistChange = Partial<Omit<NewWaitlist, 'id' | 'createdAt' | 'createdBy' | 'version'>>

/** The caller holds the row's lock. */
export async function saveWaitlist(tx: Transaction, waitlistId: string, change: WaitlistChange) {
  const [row] = await tx
    .update(waitlists)
    .set({ ...change, version: sql`${waitlists.version} + 1` })
    .where(eq(waitlists.id, waitlistId))
    .returning()
  if (!row) throw new Error('waitlist vanished under its lock')
  return row
}

export async function deleteWaitlist(tx: Transaction, waitlistId: string) {
  await tx.delete(waitlists).where(eq(waitlists.id, waitlistId))
}

/** The oldest list that takes guests: where people go while there is no app to get. */
export async function findOpenGuestList(db: Queryable) {
  const [row] = await db
    .select({ slug: waitlists.slug })
    .from(waitlists)
    .where(and(eq(waitlists.kind, 'consumer'), eq(waitlists.isOpen, true)))
    .orderBy(waitlists.createdAt, waitlists.id)
    .limit(inText(1))
  return row
}

export async function isEmptyWaitlist(tx: Transaction, waitlistId: string) {
  const [row] = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.waitlistId, waitlistId))
    .limit(1)
  return row === undefined
}
