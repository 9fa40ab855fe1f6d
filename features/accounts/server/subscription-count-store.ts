import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { users } from './tables'

/**
 * `users.subscription_count`, the one column of people that is a counter of ours: running subscriptions per person. `deltas` come in the order of the ids.
 * The rows are locked in that order first, and only against other changes: parallel inserts that refer to them go on.
 */
export async function addToSubscriptionCounts(
  tx: Transaction,
  deltas: readonly { userId: string; delta: number }[],
): Promise<void> {
  if (deltas.length === 0) return
  const ids = sql.param(deltas.map(({ userId }) => userId))
  await tx.execute(
    sql`select id from ${users} where id = any(${ids}::text[]) order by id collate "C" for no key update`,
  )
  await tx.execute(sql`
    update ${users} set subscription_count = ${users.subscriptionCount} + moved.delta
    from unnest(${ids}::text[], ${sql.param(deltas.map(({ delta }) => delta))}::integer[]) as moved (id, delta)
    where ${users.id} = moved.id`)
}
