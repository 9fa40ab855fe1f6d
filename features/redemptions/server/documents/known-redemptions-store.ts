import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { redemptions } from '../tables'

/** Of these, those that are there already, whoever made them: a redemption is known by its time and its id. */
export async function findKnownRedemptions(
  tx: Transaction,
  rows: readonly { id: string; redeemedAt: Date }[],
): Promise<Set<string>> {
  const times = sql.param(rows.map(({ redeemedAt }) => redeemedAt.toISOString()))
  const ids = sql.param(rows.map(({ id }) => id))
  const { rows: found } = await tx.execute<{ id: string }>(sql`
    select id from ${redemptions}
    where (redeemed_at, id) in (select * from unnest(${times}::timestamptz[], ${ids}::text[]))`)
  return new Set(found.map(({ id }) => id))
}
