import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptions } from './tables'

export type PaidPass = { id: string; paidUntil: Date }

const toldOf = (passes: readonly PaidPass[]) =>
  sql`unnest(${sql.param(passes.map(({ id }) => id))}::text[],
    ${sql.param(passes.map(({ paidUntil }) => paidUntil.toISOString()))}::timestamptz[]) as told (id, paid_until)`

/** Locks and returns the subscriptions whose stored time is earlier, in id order like every other writer. */
export async function lockPaidLater(tx: Transaction, passes: readonly PaidPass[]): Promise<PaidPass[]> {
  if (passes.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select own.id from ${subscriptions} own join ${toldOf(passes)} on told.id = own.id
    where own.paid_until is null or own.paid_until < told.paid_until order by own.id for update of own`)
  const later = new Set(rows.map(({ id }) => id))
  return passes.filter(({ id }) => later.has(id))
}

/** Stores the time up to which another system paid out. The caller holds the row locks. */
export async function keepPaidUntil(tx: Transaction, passes: readonly PaidPass[]): Promise<void> {
  if (passes.length === 0) return
  await tx.execute(sql`update ${subscriptions} own set paid_until = told.paid_until from ${toldOf(passes)}
    where own.id = told.id`)
}
