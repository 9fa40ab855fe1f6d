import { and, asc, desc, eq, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import {
  countUpTo,
  type Database,
  held,
  inText,
  keyset,
  one,
  type Queryable,
  type SortKey,
  type Transaction,
} from '@quaff/platform/server'
import type { ListUnmatchedInput } from '../contract'
import { isUnmatched, paymentEvents, paymentLinks } from './tables'

export type StoredEvent = typeof paymentEvents.$inferSelect
export type NewEvent = typeof paymentEvents.$inferInsert
export type Link = typeof paymentLinks.$inferSelect

/** Returns false if this event was taken before. A concurrent insert of the same id waits for the first. */
export async function insertEvent(tx: Transaction, event: NewEvent) {
  const rows = await tx
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return rows.length > 0
}

export async function updateEvent(tx: Transaction, eventId: string, patch: Partial<NewEvent>) {
  await tx.update(paymentEvents).set(patch).where(eq(paymentEvents.eventId, eventId))
}

/** Locks the link until the transaction ends, so events of one subscription settle one after the other. */
export async function lockLink(tx: Transaction, providerSubscriptionId: string) {
  await tx.insert(paymentLinks).values({ providerSubscriptionId }).onConflictDoNothing()
  const [link] = await tx
    .select()
    .from(paymentLinks)
    .where(eq(paymentLinks.providerSubscriptionId, providerSubscriptionId))
    .for('update')
  if (!link) throw new Error('a link that was just inserted is missing')
  return link
}

export async function updateLink(tx: Transaction, { providerSubscriptionId, ...link }: Link) {
  await tx.update(paymentLinks).set(link).where(eq(paymentLinks.providerSubscriptionId, providerSubscriptionId))
}

/** Locks the rows too, so an event that is dismissed concurrently is not returned. */
export async function listWaiting(tx: Transaction, providerSubscriptionId: string) {
  return tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        isUnmatched,
        eq(paymentEvents.providerSubscriptionId, providerSubscriptionId),
        isNotNull(paymentEvents.facts),
      ),
    )
    .for('update')
}

export async function findEvent(db: Queryable, eventId: string) {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId))
  return row
}

/** Returns provider subscriptions with events due for a retry, longest waiting first. */
export async function listDue(db: Database, now: Date, limit: number) {
  const rows = await db
    .select({ id: paymentEvents.providerSubscriptionId })
    .from(paymentEvents)
    .where(and(isUnmatched, lte(paymentEvents.nextAttemptAt, now)))
    .orderBy(asc(paymentEvents.nextAttemptAt))
    .limit(inText(limit))
  return [...new Set(rows.flatMap(({ id }) => id ?? []))]
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, before))
}

/** Unlinks removed subscriptions. The next event finds its subscription as the first one did. */
export async function unlinkSubscriptions(tx: Transaction, subscriptionIds: readonly string[]) {
  await tx
    .update(paymentLinks)
    .set({ subscriptionId: null, chargedUntil: null })
    .where(inArray(paymentLinks.subscriptionId, [...subscriptionIds]))
}

const received: SortKey = { kind: 'instant', expression: sql`${paymentEvents.receivedAt}`, indexed: 'descending' }
export const unmatchedList = { name: 'payment-events', order: 'desc' } as const
const named = (name: string) => sql`${paymentEvents.facts} -> 'names' ->> ${sql.raw(`'${name}'`)}`

/** Joins our records that an event names. */
export async function listUnmatchedRows(db: Queryable, scope: MerchantScope, { limit, cursor }: ListUnmatchedInput) {
  const page = keyset({ ...unmatchedList, key: received, id: sql`${paymentEvents.eventId}`, cursor })
  return db
    .select({
      event: paymentEvents,
      id: paymentEvents.eventId,
      sortValue: page.sortValue,
      merchantId: merchants.id,
      merchantName: merchants.name,
      personId: users.id,
      subscriptionId: subscriptions.id,
    })
    .from(paymentEvents)
    .leftJoin(paymentLinks, eq(paymentLinks.providerSubscriptionId, paymentEvents.providerSubscriptionId))
    .leftJoin(subscriptions, eq(subscriptions.id, paymentLinks.subscriptionId))
    .leftJoin(
      merchants,
      sql`${merchants.id} = coalesce(${named('merchantId')}, ${subscriptions.merchantId}) and ${scopeWhere(scope, merchants.id) ?? sql`true`}`,
    )
    .leftJoin(users, sql`${users.id} = coalesce(${named('userId')}, ${subscriptions.userId})`)
    .where(sql`${isUnmatched} and ${page.after ?? sql`true`}`)
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}

export function countUnmatched(db: Queryable) {
  return countUpTo(db, db.select(one).from(paymentEvents).where(isUnmatched))
}

export async function findLastEvent(db: Queryable) {
  const [row] = await db.select().from(paymentEvents).orderBy(desc(paymentEvents.receivedAt)).limit(inText(1))
  return row
}

export async function lockUnmatched(tx: Transaction, eventId: string) {
  const [row] = await tx.select().from(paymentEvents).where(eq(paymentEvents.eventId, eventId)).for('update')
  return row?.outcome === 'unmatched' ? held(row) : undefined
}
