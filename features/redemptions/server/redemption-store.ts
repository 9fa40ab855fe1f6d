import { sql } from 'drizzle-orm'
import { insertRows, type Queryable, type Transaction } from '@quaff/platform/server'
import { redemptionEvents, redemptions } from './tables'

/** Without the columns that only the console writes later. */
export type RedemptionRow = Omit<typeof redemptions.$inferSelect, 'keptAt' | 'keptBy'>
type RedemptionKey = Pick<RedemptionRow, 'id' | 'redeemedAt'>

/** Arrays instead of a parameter per value, because batches have thousands of rows. */
const times = (rows: readonly RedemptionKey[]) => sql.param(rows.map(({ redeemedAt }) => redeemedAt.toISOString()))
const textParam = (values: readonly (string | null)[]) => sql.param(values)

/** Creates missing partitions only, because the function takes a lock that all writers would wait for. */
export async function ensurePartitions(tx: Transaction, redeemedAt: readonly Date[]) {
  const months = [...new Set(redeemedAt.map((at) => at.toISOString().slice(0, 7)))].sort()
  const { rows: missing } = await tx.execute<{ start: string }>(sql`
    select month || '-01T00:00:00Z' as start from unnest(${textParam(months)}::text[]) as month
    where to_regclass('public.redemptions_' || replace(month, '-', '_')) is null order by month`)
  for (const { start } of missing) {
    await tx.execute(sql`select ensure_redemption_partitions(${start}::timestamptz, ${start}::timestamptz)`)
  }
}

/** Creates a partition for every month in [from, to], and keeps existing ones. */
export async function makePartitions(db: Queryable, from: Date, to: Date) {
  await db.execute(sql`select ensure_redemption_partitions(${from}::timestamptz, ${to}::timestamptz)`)
}

/** Records the events and returns those that were new. */
export async function takeEvents(tx: Transaction, eventIds: readonly string[], receivedAt: Date) {
  const { rows } = await tx.execute<{ event_id: string }>(sql`
    insert into ${redemptionEvents} (event_id, received_at)
    select id, ${receivedAt.toISOString()}::timestamptz from unnest(${textParam(eventIds)}::text[]) as id
    on conflict do nothing returning event_id`)
  return new Set(rows.map((row) => row.event_id))
}

/** Returns the indexes of `rows` that already existed, so that a new batch returns nothing. */
export async function insertNewRedemptions(tx: Transaction, rows: readonly RedemptionRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const { rows: there } = await tx.execute<{ place: number }>(sql`
    with added as (${insertRows(redemptions, rows)} on conflict do nothing returning redeemed_at, id)
    select wanted.place::integer - 1 as place
    from unnest(${times(rows)}::timestamptz[], ${textParam(rows.map(({ id }) => id))}::text[])
      with ordinality as wanted (redeemed_at, id, place)
    where not exists (select from added where added.redeemed_at = wanted.redeemed_at and added.id = wanted.id)`)
  return new Set(there.map(({ place }) => place))
}

/** `isHeld`: voided in the console, which no later write reverts. */
export type StoredStatus = Pick<RedemptionRow, 'merchantId' | 'locationId' | 'planId' | 'userId' | 'status'> & {
  isHeld: boolean
}

/** Locks the rows until the transaction ends, and returns their statuses by key. */
export async function lockStatuses(
  tx: Transaction,
  rows: readonly RedemptionKey[],
): Promise<Map<string, StoredStatus>> {
  if (rows.length === 0) return new Map()
  const { rows: found } = await tx.execute<{
    key: string
    merchant_id: string
    status: string
    is_held: boolean
    user_id: string | null
    location_id: string | null
    plan_id: string | null
  }>(sql`
    select ${keyOfRow} as key, merchant_id, status, voided_at is not null as is_held, user_id, location_id, plan_id
    from ${redemptions}
    where (redeemed_at, id) in (select * from unnest(${times(rows)}::timestamptz[], ${textParam(rows.map((row) => row.id))}::text[]))
    order by redeemed_at, id for update`)
  return new Map(
    found.map((row) => [
      row.key,
      {
        merchantId: row.merchant_id,
        locationId: row.location_id,
        planId: row.plan_id,
        userId: row.user_id,
        status: row.status,
        isHeld: row.is_held,
      },
    ]),
  )
}

export async function updateStatuses(tx: Transaction, rows: readonly RedemptionRow[]) {
  if (rows.length === 0) return
  await tx.execute(sql`
    update ${redemptions} set status = wanted.status
    from unnest(${times(rows)}::timestamptz[], ${textParam(rows.map((row) => row.id))}::text[], ${textParam(rows.map((row) => row.status))}::text[])
      as wanted (redeemed_at, id, status)
    where ${redemptions}.redeemed_at = wanted.redeemed_at and ${redemptions}.id = wanted.id`)
}

/** Formats the time like `Date.toISOString`, so that keys of both sides are equal. */
const keyOfRow = sql.raw(
  `to_char(redemptions.redeemed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || redemptions.id`,
)
