import { sql } from 'drizzle-orm'
import { pick, type Transaction } from '@quaff/platform/server'
import { redemptionEvents, redemptions } from './tables'

export type RedemptionKey = { id: string; redeemedAt: Date }

const wanted = (keys: readonly RedemptionKey[]) => sql`(redeemed_at, id) in (select * from unnest(
  ${sql.param(keys.map(({ redeemedAt }) => redeemedAt.toISOString()))}::timestamptz[],
  ${sql.param(keys.map(({ id }) => id))}::text[]))`

export async function listMerchantsOf(tx: Transaction, keys: readonly RedemptionKey[]) {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct merchant_id as id from ${redemptions} where ${wanted(keys)} order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** Locks the rows until the transaction ends. The caller holds the merchants' totals. */
export async function lockRedemptions(tx: Transaction, keys: readonly RedemptionKey[]) {
  return tx
    .select({
      ...pick(redemptions, 'id', 'redeemedAt', 'merchantId', 'locationId', 'planId', 'userId', 'status'),
      isHeld: sql<boolean>`voided_at is not null`,
    })
    .from(redemptions)
    .where(wanted(keys))
    .orderBy(redemptions.redeemedAt, redemptions.id)
    .for('update')
}

export async function deleteRedemptions(tx: Transaction, keys: readonly RedemptionKey[]) {
  await tx.delete(redemptions).where(wanted(keys))
}

export async function releaseEvents(tx: Transaction, eventIds: readonly string[]) {
  await tx.delete(redemptionEvents).where(sql`${redemptionEvents.eventId} = any(${sql.param([...eventIds])}::text[])`)
}

/** Returns the ids that already exist. Time and id identify a redemption. */
export async function findKnownRedemptions(tx: Transaction, rows: readonly { id: string; redeemedAt: Date }[]) {
  const times = sql.param(rows.map(({ redeemedAt }) => redeemedAt.toISOString()))
  const ids = sql.param(rows.map(({ id }) => id))
  const { rows: found } = await tx.execute<{ id: string }>(sql`
    select id from ${redemptions}
    where (redeemed_at, id) in (select * from unnest(${times}::timestamptz[], ${ids}::text[]))`)
  return new Set(found.map(({ id }) => id))
}
