import { and, asc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { paymentEvents, paymentLinks } from './tables'

export type StoredEvent = typeof paymentEvents.$inferSelect
export type NewEvent = typeof paymentEvents.$inferInsert
export type Link = typeof paymentLinks.$inferSelect

/** False: this event was taken before. Of two with the same id the second waits for the first. */
export async function insertEvent(tx: Transaction, event: NewEvent): Promise<boolean> {
  const rows = await tx
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length > 0
}

export async function updateEvent(tx: Transaction, eventId: string, patch: Partial<NewEvent>): Promise<void> {
  await tx.update(paymentEvents).set(patch).where(eq(paymentEvents.eventId, eventId))
}

/** Held until the end: events of one subscription are settled one after the other. */
export async function lockLink(tx: Transaction, providerSubscriptionId: string): Promise<Link> {
  await tx.insert(paymentLinks).values({ providerSubscriptionId }).onConflictDoNothing()
  const [link] = await tx
    .select()
    .from(paymentLinks)
    .where(eq(paymentLinks.providerSubscriptionId, providerSubscriptionId))
    .for('update')
  if (!link) throw new Error('a link that was just inserted is missing')
  return link
}

export async function updateLink(tx: Transaction, { providerSubscriptionId, ...link }: Link): Promise<void> {
  await tx.update(paymentLinks).set(link).where(eq(paymentLinks.providerSubscriptionId, providerSubscriptionId))
}

/** Held too: what is dismissed at the same time is no longer among them. */
export async function listWaiting(tx: Transaction, providerSubscriptionId: string): Promise<StoredEvent[]> {
  return tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        sql`outcome = 'aside'`,
        eq(paymentEvents.providerSubscriptionId, providerSubscriptionId),
        isNotNull(paymentEvents.facts),
      ),
    )
    .for('update')
}

export async function findEvent(db: Queryable, eventId: string): Promise<StoredEvent | undefined> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId))
  return row
}

/** Subscriptions of the provider with events whose pause is over, the longest waiting first. */
export async function listDue(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: paymentEvents.providerSubscriptionId })
    .from(paymentEvents)
    .where(and(sql`outcome = 'aside'`, lte(paymentEvents.nextAttemptAt, now)))
    .orderBy(asc(paymentEvents.nextAttemptAt))
    .limit(inText(limit))
  return [...new Set(rows.flatMap(({ id }) => id ?? []))]
}

export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, before))
}

/** Of subscriptions that are removed: the next event finds its subscription as the first one did. */
export async function unlinkSubscriptions(tx: Transaction, subscriptionIds: readonly string[]): Promise<void> {
  await tx
    .update(paymentLinks)
    .set({ subscriptionId: null, chargedUntil: null })
    .where(inArray(paymentLinks.subscriptionId, [...subscriptionIds]))
}
