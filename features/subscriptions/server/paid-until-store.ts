import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptions } from './tables'

export type PaidPass = { id: string; paidUntil: Date }

const toldOf = (passes: readonly PaidPass[]) =>
  sql`unnest(${sql.param(passes.map(({ id }) => id))}::text[],
    ${sql.param(passes.map(({ paidUntil }) => paidUntil.toISOString()))}::timestamptz[]) as told (id, paid_until)`

/** Of these, those whose instant is later than what is known; locked in the order of every other writer of them. */
export async function lockPaidLater(tx: Transaction, passes: readonly PaidPass[]): Promise<PaidPass[]> {
  if (passes.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select own.id from ${subscriptions} own join ${toldOf(passes)} on told.id = own.id
    where own.paid_until is null or own.paid_until < told.paid_until order by own.id for update of own`)
  const later = new Set(rows.map(({ id }) => id))
  return passes.filter(({ id }) => later.has(id))
}

/** Notes up to when another system has paid out these passes, which the caller holds. */
export async function keepPaidUntil(tx: Transaction, passes: readonly PaidPass[]): Promise<void> {
  if (passes.length === 0) return
  await tx.execute(sql`update ${subscriptions} own set paid_until = told.paid_until from ${toldOf(passes)}
    where own.id = told.id`)
}
