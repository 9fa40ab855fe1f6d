import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptions } from './tables'

export type PaidPass = { id: string; paidUntil: Date }

const valuesTable = (passes: readonly PaidPass[]) =>
  sql`unnest(${sql.param(passes.map(({ id }) => id))}::text[],
    ${sql.param(passes.map(({ paidUntil }) => paidUntil.toISOString()))}::timestamptz[]) as named (id, paid_until)`

/** Locks and returns the subscriptions whose stored time is earlier, in id order like every other writer. */
export async function lockPaidLater(tx: Transaction, passes: readonly PaidPass[]): Promise<PaidPass[]> {
  if (passes.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select own.id from ${subscriptions} own join ${valuesTable(passes)} on named.id = own.id
    where own.paid_until is null or own.paid_until < named.paid_until order by own.id for update of own`)
  const later = new Set(rows.map(({ id }) => id))
  return passes.filter(({ id }) => later.has(id))
}

/** Stores the time up to which another system paid out. The caller holds the row locks. */
export async function keepPaidUntil(tx: Transaction, passes: readonly PaidPass[]): Promise<void> {
  if (passes.length === 0) return
  await tx.execute(sql`update ${subscriptions} own set paid_until = named.paid_until from ${valuesTable(passes)}
    where own.id = named.id`)
}
