import { sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { runningStatuses } from '../../contract'
import { merchantSubscriptionStats, subscriptions, subscriptionTotals } from '../tables'

export type PersonDrift = { id: string; stored: number; counted: number }

/** Of the people after `after` and up to `through`. */
export async function findPersonDrift(db: Queryable, after: string, through: string): Promise<PersonDrift[]> {
  const { rows } = await db.execute<PersonDrift>(sql`
    select people.id, people.subscription_count as stored, coalesce(held.n, 0) as counted
    from ${users} people
    left join (
      select user_id, count(*) as n from ${subscriptions}
      where user_id > ${after} and user_id <= ${through} and status = any(${sql.param([...runningStatuses])}::text[])
      group by 1) held on held.user_id = people.id
    where people.id > ${after} and people.id <= ${through} and people.subscription_count <> coalesce(held.n, 0)
    order by people.id collate "C"`)
  return rows
}

/** The last of the next `limit` people; null when there are no more. */
export async function findSliceEnd(db: Queryable, after: string, limit: number): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select max(id) as id from (select id from ${users} where id > ${after} order by id limit ${limit}) slice`)
  return rows[0]?.id ?? null
}

/** All that have subscriptions or counters of them. */
export async function listCountedMerchants(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${merchants} union select merchant_id from ${subscriptionTotals}
    union select merchant_id from ${merchantSubscriptionStats} order by 1`)
  return rows.map(({ id }) => id)
}
