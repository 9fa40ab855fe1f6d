import { inArray, sql } from 'drizzle-orm'
import { insertRows, type Transaction } from '@quaff/platform/server'
import type { Charge } from '../writing-rules'
import { subscriptionCharges, subscriptionEvents } from './tables'

export type EventRow = typeof subscriptionEvents.$inferInsert
type KnownEvent = typeof subscriptionEvents.$inferSelect

/** Keeps the first charge of a period. A proration with the same start becomes part of the period's charge. */
export async function insertCharges(tx: Transaction, charges: readonly Charge[]) {
  if (charges.length === 0) return
  const rows = charges.map((charge) => ({ listMinor: null, correctedMinor: 0, isProration: false, ...charge }))
  await tx.execute(sql`${insertRows(subscriptionCharges, rows)} on conflict (subscription_id, period_start) do update
    set is_proration = false, list_minor = excluded.amount_minor, period_end = excluded.period_end
    where subscription_charges.is_proration and not excluded.is_proration`)
}

export async function insertEvents(tx: Transaction, events: readonly EventRow[]) {
  if (events.length === 0) return
  const inOrder = events
    .map(({ actorId = null, details = {}, ...event }) => ({ ...event, actorId, details }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  await tx.execute(sql`${insertRows(subscriptionEvents, inOrder)} on conflict do nothing`)
}

/** Returns all events of these subscriptions, unsorted. */
export async function listEvents(tx: Transaction, ids: readonly string[]) {
  const rows = await tx
    .select()
    .from(subscriptionEvents)
    .where(inArray(subscriptionEvents.subscriptionId, [...ids]))
  const events = new Map<string, KnownEvent[]>(ids.map((id) => [id, []]))
  for (const row of rows) events.get(row.subscriptionId)?.push(row)
  return events
}
