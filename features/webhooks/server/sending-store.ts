import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql, gte } from 'drizzle-orm'
import {
  countUpTo,
  type Database,
  held,
  inText,
  keyset,
  type Locked,
  one,
  type Queryable,
  type SortKey,
  type Transaction,
} from '@quaff/platform/server'
import { outwardEvents } from '@quaff/platform/server/tables'
import { webhookLimits, type ListDeliveriesInput } from '../contract'
import type { Attempted } from '../rules'
import { webhookDeliveries, webhookEndpoints } from './tables'

export type StoredDelivery = typeof webhookDeliveries.$inferSelect
export type ClaimedDelivery = StoredDelivery & { lockedUntil: Date }

const eventsAtOnce = 1_000

/** Creates the deliveries of new events. Concurrent processes take different events. Returns the number of events. */
export async function fanOut(db: Database, now: Date) {
  const at = now.toISOString()
  const { rows } = await db.execute<{ taken: number }>(sql`
    with taken as (
      update outward_events set fanned_out_at = ${at}::timestamptz
      where sequence in (
        select sequence from outward_events where fanned_out_at is null
        order by sequence limit ${eventsAtOnce} for update skip locked)
      returning id, type, subject_id, merchant_id, occurred_at),
    given as (
      insert into ${webhookDeliveries} (id, endpoint_id, message_id, event_type, subject_id, merchant_id, occurred_at,
        status, next_attempt_at, created_at)
      select 'whd_' || replace(gen_random_uuid()::text, '-', ''), e.id, t.id, t.type, t.subject_id, t.merchant_id,
        t.occurred_at, 'waiting', ${at}::timestamptz, ${at}::timestamptz
      from taken t join ${webhookEndpoints} e on e.is_enabled
        and (e.event_types is null or e.event_types ? t.type)
        and (e.merchant_ids is null or e.merchant_ids ? t.merchant_id)
      on conflict (endpoint_id, message_id) do nothing)
    select count(*)::int as taken from taken`)
  return rows[0]?.taken ?? 0
}

type Claim = { now: Date; lockedUntil: Date; perEndpoint: number }

/** Claims due deliveries, limited per endpoint so that a slow endpoint does not delay others. */
export async function claimDue(db: Database, { now, lockedUntil, perEndpoint }: Claim): Promise<ClaimedDelivery[]> {
  const at = now.toISOString()
  const due = sql`select d.id from ${webhookEndpoints} e cross join lateral (
      select w.id from ${webhookDeliveries} w
      where w.endpoint_id = e.id and w.status = 'waiting' and w.next_attempt_at <= ${at}::timestamptz
        and (w.locked_until is null or w.locked_until < ${at}::timestamptz)
      order by w.next_attempt_at
      limit greatest(0, ${perEndpoint}::int - (select count(*) from ${webhookDeliveries} f
        where f.endpoint_id = e.id and f.status = 'waiting' and f.locked_until >= ${at}::timestamptz))
      for update skip locked) d
    where e.is_enabled`
  const rows = await db
    .update(webhookDeliveries)
    .set({ lockedUntil, attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(inArray(webhookDeliveries.id, sql`(${due})`))
    .returning()
  return rows.map((row) => ({ ...row, lockedUntil }))
}

/** After the clock was set back, deliveries would wait too long; this makes them due. */
export async function wakeFromFuture(db: Database, now: Date, longestPauseMs: number) {
  const latest = new Date(now.getTime() + longestPauseMs + 60 * 60_000)
  await db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: now, lockedUntil: null })
    .where(and(eq(webhookDeliveries.status, 'waiting'), gt(webhookDeliveries.nextAttemptAt, latest)))
}

export async function listUrls(db: Queryable, endpointIds: readonly string[]) {
  const rows = await db
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(inArray(webhookEndpoints.id, [...endpointIds]))
  return new Map(rows.map(({ id, url }) => [id, url]))
}

type Note = Attempted &
  Pick<StoredDelivery, 'lastAttemptAt' | 'responseStatus' | 'fault' | 'durationMs' | 'responseText' | 'requestHeaders'>

/** Returns false if the lock expired during the attempt: another process has claimed the delivery. */
export async function noteAttempt(tx: Transaction, { id, lockedUntil }: ClaimedDelivery, note: Partial<Note>) {
  const rows = await tx
    .update(webhookDeliveries)
    .set({ ...note, lockedUntil: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.lockedUntil, lockedUntil)))
    .returning({ id: webhookDeliveries.id })
  return rows.length > 0
}

const successesAreNotedMs = 5_000

export async function noteSuccess(tx: Transaction, endpointId: string, now: Date) {
  const { id, lastSuccessAt, failingSince } = webhookEndpoints
  const isStale = or(
    isNull(lastSuccessAt),
    lt(lastSuccessAt, new Date(now.getTime() - successesAreNotedMs)),
    isNotNull(failingSince),
  )
  await tx
    .update(webhookEndpoints)
    .set({ lastSuccessAt: now, failingSince: null })
    .where(and(eq(id, endpointId), isStale))
}

/** Returns the time of the first failure in a row; undefined if the endpoint was deleted. */
export async function noteFailure(tx: Transaction, endpointId: string, now: Date) {
  const { id, failingSince } = webhookEndpoints
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: now })
    .where(and(eq(id, endpointId), isNull(failingSince)))
  const [row] = await tx.select({ failingSince }).from(webhookEndpoints).where(eq(id, endpointId))
  return row?.failingSince ?? undefined
}

export async function deleteOld(db: Database, before: { events: Date; delivered: Date; failed: Date }) {
  const { createdAt, status } = webhookDeliveries
  await db.delete(outwardEvents).where(lt(outwardEvents.fannedOutAt, before.events))
  await db
    .delete(webhookDeliveries)
    .where(or(lt(createdAt, before.failed), and(lt(createdAt, before.delivered), eq(status, 'delivered'))))
}

const created: SortKey = { kind: 'instant', expression: sql`${webhookDeliveries.createdAt}`, indexed: 'descending' }
export const deliveryList = { name: 'webhook-deliveries', order: 'desc' } as const

type Filter = Pick<ListDeliveriesInput, 'endpointId' | 'status'>
const matching = ({ endpointId, status }: Filter) =>
  and(eq(webhookDeliveries.endpointId, endpointId), status && eq(webhookDeliveries.status, status))

export async function listDeliveryRows(db: Queryable, input: ListDeliveriesInput) {
  const page = keyset({ ...deliveryList, key: created, id: sql`${webhookDeliveries.id}`, cursor: input.cursor })
  return db
    .select({ delivery: webhookDeliveries, id: webhookDeliveries.id, sortValue: page.sortValue })
    .from(webhookDeliveries)
    .where(and(matching(input), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(input.limit))
}

export const countDeliveryRows = (db: Queryable, filter: Filter) =>
  countUpTo(db, db.select(one).from(webhookDeliveries).where(matching(filter)))

export async function findDelivery(db: Queryable, deliveryId: string) {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId))
  return row
}

export async function lockDelivery(tx: Transaction, deliveryId: string) {
  const [row] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId)).for('update')
  return row && held(row)
}

export async function insertDelivery(tx: Transaction, row: typeof webhookDeliveries.$inferInsert) {
  await tx.insert(webhookDeliveries).values(row)
}

const again = (now: Date) => ({ status: 'waiting' as const, attempts: 0, nextAttemptAt: now, lockedUntil: null })

export async function sendAgain(tx: Transaction, { id }: Locked<StoredDelivery>, now: Date) {
  await tx.update(webhookDeliveries).set(again(now)).where(eq(webhookDeliveries.id, id))
}

/** Oldest first, at most one batch. */
export async function sendFailedAgain(tx: Transaction, endpointId: string, since: Date, now: Date) {
  const { id, status, createdAt } = webhookDeliveries
  const failed = tx
    .select({ id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(status, 'failed'), gte(createdAt, since)))
    .orderBy(createdAt)
    .limit(inText(webhookLimits.replayAtOnce))
    .for('update', { skipLocked: true })
  const rows = await tx.update(webhookDeliveries).set(again(now)).where(inArray(id, failed)).returning({ id })
  return rows.length
}
