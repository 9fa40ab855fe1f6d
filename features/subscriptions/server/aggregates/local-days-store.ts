import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptionDays, subscriptionLocalDays as local, subscriptions } from '../tables'

export async function deleteLocalDays(tx: Transaction, merchantId: string): Promise<void> {
  await tx.execute(sql`delete from ${local} where merchant_id = ${merchantId}`)
}

/** From the subscriptions on days of `zone`; entries as they are on the platform's days. */
export async function insertLocalDays(tx: Transaction, merchantId: string, zone: string): Promise<void> {
  const own = sql`from ${subscriptions} where merchant_id = ${merchantId}`
  const dayOf = (column: 'created_at' | 'updated_at') => sql`(${sql.raw(column)} at time zone ${zone})::date`
  await tx.execute(sql`
    insert into ${local} (merchant_id, day, status, currency, created_count, updated_count, entered_count, entered_monthly_minor)
    select ${merchantId}, day, status, currency, sum(created), sum(updated), sum(entered), sum(monthly) from (
      select ${dayOf('created_at')} as day, status, billing_currency as currency, 1 as created, 0 as updated,
        0 as entered, 0::bigint as monthly ${own}
      union all
      select ${dayOf('updated_at')}, status, billing_currency, 0, 1, 0, 0 ${own}
      union all
      select day, status, currency, 0, 0, entered_count, entered_monthly_minor from ${subscriptionDays}
      where merchant_id = ${merchantId}) as changes
    group by 2, 3, 4`)
}
