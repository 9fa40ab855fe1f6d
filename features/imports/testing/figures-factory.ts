import { sql } from 'drizzle-orm'
import { checkAnalyticsCounters } from '@quaff/features/analytics/server'
import { checkRedemptionCounters, listRedeemingMerchants } from '@quaff/features/redemptions/server'
import {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  findSliceEnd,
  listCountedMerchants,
} from '@quaff/features/subscriptions/server'
import type { CounterDifference } from '@quaff/platform/shared/counter-difference'
import type { TestServices } from '@quaff/platform/testing/test-services'

const tables = [
  'users',
  'user_merchants',
  'admin_records',
  'pending_invitations',
  'merchants',
  'merchant_applications',
  'merchant_bank_accounts',
  'locations',
  'subscription_plans',
  'plan_prices',
  'merchant_promotions',
  'subscriptions',
  'subscription_charges',
  'subscription_events',
  'redemptions',
  'user_activity',
]

/** Counters that are not zero. Rows that drop to zero are not deleted. */
const sums: Record<string, string> = {
  user_counts: 'select role, status, sum(count) n from user_counts group by 1, 2 having sum(count) <> 0',
  merchant_counts: `select status, needs_review, is_live, application_status, sum(count) n from merchant_counts
    group by 1, 2, 3, 4 having sum(count) <> 0`,
  charge_months: `select month, merchant_id, currency, sum(amount_minor) amount, sum(count) n from subscription_charge_months
    group by 1, 2, 3 having sum(count) <> 0`,
  totals: 'select * from subscription_totals where count <> 0 or monthly_minor <> 0',
  plan_totals: 'select * from subscription_plan_totals where count <> 0 or monthly_minor <> 0',
  days: `select * from subscription_days
    where (created_count, updated_count, entered_count, entered_monthly_minor) <> (0, 0, 0, 0)`,
  local_days: `select * from subscription_local_days
    where (created_count, updated_count, entered_count, entered_monthly_minor) <> (0, 0, 0, 0)`,
  stats: 'select * from merchant_subscription_stats where total_subscribers <> 0 or last_activity_at is not null',
  hours: 'select * from redemption_hours where count <> 0',
  place_days: 'select * from redemption_days where count <> 0',
  redemption_totals: 'select * from redemption_totals where count <> 0 or last_redeemed_at is not null',
}

/** Returns all tables that an import writes and every counter derived from them. */
export async function readEverything({ db }: TestServices): Promise<Record<string, unknown[]>> {
  const queries = [...tables.map((name) => [name, `select * from ${name}`] as const), ...Object.entries(sums)]
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of queries) {
    const { rows } = await db.execute<Record<string, unknown>>(
      sql`select to_jsonb(one) as row from (${sql.raw(query)}) one order by 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Returns what `aggregates --check` finds. */
export async function countDifferences(services: TestServices): Promise<CounterDifference[]> {
  const { db } = services
  const merchants = [...new Set([...(await listCountedMerchants(db)), ...(await listRedeemingMerchants(db))])]
  const end = await findSliceEnd(db, '', 1_000_000)
  return [
    ...(await checkSubscriptionCounters(services, db, merchants)),
    ...(await checkRedemptionCounters(services, db, merchants)),
    ...(end === null ? [] : await checkSubscriptionCounts(db, '', end)),
    ...(await checkAnalyticsCounters(services)),
  ]
}
