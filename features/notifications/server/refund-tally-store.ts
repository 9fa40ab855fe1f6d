import { sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { notificationLimits } from '../contract'
import type { NamedRefund, RefundTally } from '../platform-rules'
import { readTally, type TallyRow } from './tally-row'

/** Along the partial index of open ones. */
export const tallyOpenDisputes = (db: Queryable) => tally(db, sql`${refunds.status} = 'open'`)

export const tallyRefunds = (db: Queryable, since: Date) =>
  tally(
    db,
    sql`${refunds.status} = 'recorded' and ${refunds.amountMinor} > 0
      and ${refunds.occurredAt} >= ${since.toISOString()}::timestamptz`,
  )

/** With the newest one. */
async function tally(db: Queryable, which: SQL): Promise<RefundTally> {
  const { rows } = await db.execute<TallyRow & { last: NamedRefund | null }>(sql`
    with found as materialized (
      select id, occurred_at as at from ${refunds} where ${which}
      order by occurred_at desc limit ${notificationLimits.counted}
    )
    select count(*)::int as count, (extract(epoch from min(at)) * 1000)::bigint::text as oldest,
      (extract(epoch from max(at)) * 1000)::bigint::text as newest, min(id) as only_id,
      (select json_build_object('merchantId', m.id, 'merchantName', m.name, 'planName', plan.name,
          'subscriptionId', last.subscription_id, 'amountMinor', last.amount_minor, 'currency', last.currency)
        from ${refunds} last join ${merchants} m on m.id = last.merchant_id
        left join ${subscriptions} pass on pass.id = last.subscription_id
        left join ${subscriptionPlans} plan on plan.id = pass.plan_id and plan.merchant_id = m.id
        where last.id = (select id from found order by at desc, id desc limit 1)) as last
    from found`)
  const [row] = rows
  return { ...readTally(row), last: row?.last ?? null }
}
