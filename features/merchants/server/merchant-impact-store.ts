import { getColumnTable, sql, type AnyColumn, type Table } from 'drizzle-orm'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import type { OneMerchant } from '@quaff/features/sessions/server'
import {
  merchantSubscriptionStats as stats,
  subscriptions,
  subscriptionTotals,
} from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'

export type Usage = {
  subscriptions: number
  redemptions: number
  payouts: number
  totalSubscribers: number
  activeSubscribers: number
}

/** Subscriptions of any status. A row that no counter knows of yet counts as one: enough to keep the merchant. */
export async function countUsage(db: Queryable, { id }: OneMerchant): Promise<Usage> {
  const counted = ({ count, merchantId }: { count: AnyColumn; merchantId: AnyColumn }) =>
    sql`(select coalesce(sum(${count}), 0) from ${getColumnTable(count)} where ${merchantId} = ${id})`
  const one = (table: Table & { merchantId: AnyColumn }) =>
    sql`case when exists (select 1 from ${table} where ${table.merchantId} = ${id}) then 1 else 0 end`
  const { rows } = await db.execute<Usage>(sql`
    select greatest(${counted(subscriptionTotals)}, ${one(subscriptions)})::integer as subscriptions,
      greatest(${counted(redemptionTotals)}, ${one(redemptions)})::integer as redemptions,
      greatest((select count(*) from ${payouts} where ${payouts.merchantId} = ${id})
        + (select count(*) from ${payoutAdjustments}
          where ${payoutAdjustments.merchantId} = ${id} and ${payoutAdjustments.payoutId} is null), ${one(refunds)})::integer as payouts,
      ${counted({ ...stats, count: stats.totalSubscribers })}::integer as "totalSubscribers",
      ${counted({ ...stats, count: stats.activeSubscribers })}::integer as "activeSubscribers"`)
  const [usage] = rows
  if (!usage) throw new Error('An aggregate query has one row')
  return usage
}
