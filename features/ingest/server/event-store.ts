import { and, eq, getColumnTable, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { arrayText, type Database, type Queryable, type Transaction } from '@quaff/platform/server'
import { ingestEvents } from './tables'

/** Inserts the event ids and returns those that this key sent before. A concurrent batch with the same id waits. */
export async function takeEvents(tx: Transaction, apiKeyId: string, eventIds: readonly string[], receivedAt: Date) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with sent as materialized (select id from unnest(${sql.param([...eventIds].sort())}::text[]) as id),
    taken as (
      insert into ${ingestEvents} (api_key_id, event_id, received_at)
      select ${apiKeyId}, id, ${receivedAt.toISOString()}::timestamptz from sent
      on conflict do nothing returning event_id)
    select id from sent where not exists (select from taken where taken.event_id = sent.id)`)
  return new Set(rows.map(({ id }) => id))
}

/** Releases events without effect, so that they can be sent again. */
export async function releaseEvents(tx: Transaction, apiKeyId: string, eventIds: readonly string[]) {
  if (eventIds.length === 0) return
  await tx
    .delete(ingestEvents)
    .where(and(eq(ingestEvents.apiKeyId, apiKeyId), inArray(ingestEvents.eventId, [...eventIds])))
}

export async function deleteEventsBefore(db: Database, before: Date) {
  await db.delete(ingestEvents).where(lt(ingestEvents.receivedAt, before))
}

/** Serializes batches of people, because a new person has no row to lock. */
export async function queueForPeople(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('ingest_users'))`)
}

/** The references of an event. */
export type Named = {
  merchantId: string
  userId: string | null
  planId: string | null
  locationId?: string | null
  subscriptionId?: string | null
}
export type Missing = 'merchantId' | 'userId' | 'planId' | 'locationId' | 'subscriptionId'

/**
 * Returns the events that reference a missing row or one of another merchant, by their index in `named`, with the
 * first such field. Valid ones, which are nearly all, return no row. Foreign keys guarantee merchant and person of a
 * subscription.
 */
export async function findMissing(
  db: Queryable,
  scope: MerchantScope,
  named: readonly Named[],
): Promise<Map<number, Missing>> {
  if (named.length === 0) return new Map()
  const column = (of: (one: Named) => string | null | undefined) => arrayText(named.map(of))
  const isWithin = (merchantId: AnyPgColumn) =>
    sql`(${merchantId} = named.merchant_id and ${scopeWhere(scope, merchantId)}) is true`
  const owned = (name: string, { id, merchantId }: Owned) =>
    missing(
      name,
      sql`select ${id} from ${getColumnTable(id)} where ${id} = named.${sql.raw(name)} and ${isWithin(merchantId)}`,
    )
  const { rows } = await db.execute<{ place: number; field: Missing }>(sql`
    select place, field from (
      select named.place::integer - 1 as place, case
        when pass.id is null and ${owned('merchant_id', { id: merchants.id, merchantId: merchants.id })} then 'merchantId'
        when pass.user_id is distinct from named.user_id
          and ${missing('user_id', sql`select ${users.id} from ${users} where ${users.id} = named.user_id`)} then 'userId'
        when ${owned('plan_id', subscriptionPlans)} then 'planId'
        when ${owned('location_id', locations)} then 'locationId'
        when pass.id is null and named.subscription_id is not null then 'subscriptionId'
      end as field
      from unnest(${column(({ merchantId }) => merchantId)}::text[], ${column(({ userId }) => userId)}::text[],
        ${column(({ planId }) => planId)}::text[], ${column(({ locationId }) => locationId)}::text[],
        ${column(({ subscriptionId }) => subscriptionId)}::text[]) with ordinality
        as named (merchant_id, user_id, plan_id, location_id, subscription_id, place)
      left join lateral (
        select ${subscriptions.id} as id, ${subscriptions.userId} as user_id from ${subscriptions}
        where ${subscriptions.id} = named.subscription_id and ${isWithin(subscriptions.merchantId)} limit 1) pass on true
    ) judged where field is not null`)
  return new Map(rows.map(({ place, field }) => [place, field]))
}

type Owned = { id: AnyPgColumn; merchantId: AnyPgColumn }

/**
 * Looks up one row by its key only. With `exists`, or with a filter by merchant, the planner may scan a table or a
 * whole merchant for a thousand events.
 */
const missing = (name: string, found: SQL) => sql`named.${sql.raw(name)} is not null and (${found} limit 1) is null`
