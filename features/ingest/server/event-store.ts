import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '@quaff/platform/server/context'
import { ingestEvents } from './tables'

/** Those of `eventIds` that this key had brought before; the others are taken now. Of two batches with the same one the second waits. */
export async function takeEvents(
  tx: Transaction,
  apiKeyId: string,
  eventIds: readonly string[],
  receivedAt: Date,
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with sent as materialized (select id from unnest(${sql.param([...eventIds].sort())}::text[]) as id),
    taken as (
      insert into ${ingestEvents} (api_key_id, event_id, received_at)
      select ${apiKeyId}, id, ${receivedAt.toISOString()}::timestamptz from sent
      on conflict do nothing returning event_id)
    select id from sent where not exists (select from taken where taken.event_id = sent.id)`)
  return new Set(rows.map(({ id }) => id))
}

/** What had no effect may be sent again. */
export async function releaseEvents(tx: Transaction, apiKeyId: string, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .delete(ingestEvents)
    .where(and(eq(ingestEvents.apiKeyId, apiKeyId), inArray(ingestEvents.eventId, [...eventIds])))
}

export async function deleteEventsBefore(db: Database, before: Date): Promise<void> {
  await db.delete(ingestEvents).where(lt(ingestEvents.receivedAt, before))
}

/** One batch of people after the other: of somebody who is new there is no row yet that could be locked. */
export async function queueForPeople(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ingest_users'))`)
}
