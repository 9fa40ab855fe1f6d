import { sql, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { redemptionDefaults } from '../contract'
import { redemptions } from './tables'

type Written = { redeemedAt: Date; userId: string | null; merchantId: string }

/** Each row's previous one, by person and merchant, among rows `r`; `before` is what comes before the first of them. */
const previousOf = (before: SQL) => sql`coalesce(
  max(r.redeemed_at) filter (where r.status = ${redemptionDefaults.status}) over (
    partition by r.user_id, r.merchant_id order by r.redeemed_at, r.id rows between unbounded preceding and 1 preceding),
  ${before})`

/** Keeps the planner from the index by merchant: a merchant has thousands of a month, a person some. */
const byPerson = (condition: SQL) => sql`(${condition}) is true`

/**
 * Tells rows that were written or voided, and those of the same people and merchants after them, which was the one
 * before. Whoever calls holds the merchants' totals (`lockTotals`), so that of two writers the second sees what the first wrote.
 */
export async function linkToPrevious(tx: Transaction, written: readonly Written[]): Promise<void> {
  const named = written.filter(({ userId }) => userId !== null)
  if (named.length === 0) return
  const times = named.map(({ redeemedAt }) => redeemedAt.toISOString())
  const first = times.reduce((one, other) => (one < other ? one : other))
  await tx.execute(sql`
    with people as (
      select user_id, merchant_id, min(redeemed_at) as since
      from unnest(${sql.param(times)}::timestamptz[], ${sql.param(named.map(({ userId }) => userId))}::text[],
        ${sql.param(named.map(({ merchantId }) => merchantId))}::text[]) as written (redeemed_at, user_id, merchant_id)
      group by 1, 2),
    begun as (
      select people.*, (
        select r.redeemed_at from ${redemptions} r
        where r.user_id = people.user_id and ${byPerson(sql`r.merchant_id = people.merchant_id`)}
          and r.redeemed_at < people.since
          and r.status = ${redemptionDefaults.status}
        order by r.redeemed_at desc nulls last limit 1) as before
      from people),
    linked as (
      select r.redeemed_at, r.id, ${previousOf(sql`begun.before`)} as previous
      from begun join ${redemptions} r on r.user_id = begun.user_id
        and ${byPerson(sql`r.merchant_id = begun.merchant_id`)} and r.redeemed_at >= begun.since and r.redeemed_at >= ${first}::timestamptz)
    update ${redemptions} set previous_at = linked.previous from linked
    where ${redemptions.redeemedAt} = linked.redeemed_at and ${redemptions.id} = linked.id
      and ${redemptions.redeemedAt} >= ${first}::timestamptz and ${redemptions.previousAt} is distinct from linked.previous`)
}

const linkedOf = (merchantIds: readonly string[]) => sql`
  select r.redeemed_at, r.id, r.merchant_id, r.previous_at,
    case when r.user_id is not null then ${previousOf(sql`null`)} end as previous
  from ${redemptions} r where r.merchant_id = any(${sql.param(merchantIds)}::text[])`

/** How many redemptions of a merchant name another one before them than there was. */
export async function findPreviousDrift(
  db: Queryable,
  merchantIds: readonly string[],
): Promise<{ merchant_id: string; wrong: number }[]> {
  const { rows } = await db.execute<{ merchant_id: string; wrong: number }>(sql`
    select merchant_id, count(*)::integer as wrong from (${linkedOf(merchantIds)}) as linked
    where previous_at is distinct from previous group by 1 order by 1`)
  return rows
}

export async function repairPrevious(tx: Transaction, merchantIds: readonly string[]): Promise<void> {
  if (merchantIds.length === 0) return
  await tx.execute(sql`
    update ${redemptions} set previous_at = linked.previous from (${linkedOf(merchantIds)}) as linked
    where ${redemptions.redeemedAt} = linked.redeemed_at and ${redemptions.id} = linked.id
      and linked.previous_at is distinct from linked.previous`)
}
