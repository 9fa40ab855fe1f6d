import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptions } from '../../server/tables'

/** Notes up to when another system has paid out these passes. An instant only moves on: what was paid once stays so. */
export async function keepPaidUntil(
  tx: Transaction,
  passes: readonly { id: string; paidUntil: Date }[],
): Promise<void> {
  if (passes.length === 0) return
  const ids = sql.param(passes.map(({ id }) => id))
  const instants = sql.param(passes.map(({ paidUntil }) => paidUntil.toISOString()))
  // Locked in the order of every other writer of them.
  await tx.execute(sql`
    with later as materialized (
      select own.id, told.paid_until from ${subscriptions} own
      join unnest(${ids}::text[], ${instants}::timestamptz[]) as told (id, paid_until) on told.id = own.id
      where own.paid_until is null or own.paid_until < told.paid_until
      order by own.id for update of own)
    update ${subscriptions} own set paid_until = later.paid_until from later where own.id = later.id`)
}
