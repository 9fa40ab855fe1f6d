import { count, sql, getColumnTable, type AnyColumn, type Table } from 'drizzle-orm'
import { payoutAdjustments, payouts } from '@quaff/features/payouts/tables'
import { redemptions, redemptionTotals } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import {
  merchantSubscriptionStats as stats,
  subscriptions,
  subscriptionTotals,
} from '@quaff/features/subscriptions/tables'
import { compactCounts, type Queryable, type Services } from '@quaff/platform/server'
import { matchesStatus, merchantTab, type MerchantState } from '../rules'
import type { MerchantFilter } from './merchant-store'
import { merchantCounts, merchants } from './tables'

export type MerchantGroup = MerchantState & { count: number }

/** Merchants by what decides their tab and their status filter: all of them from counters, those of a team by their rows. */
export async function listMerchantGroups(db: Queryable, scope: MerchantScope) {
  if (!scope.all) {
    const { status, needsReview, isLive, applicationStatus } = merchants
    return db
      .select({ status, needsReview, isLive, applicationStatus, count: count() })
      .from(merchants)
      .where(scopeWhere(scope, merchants.id))
      .groupBy(status, needsReview, isLive, applicationStatus)
  }
  const { status, needsReview, isLive, applicationStatus } = merchantCounts
  const sum = sql<number>`sum(${merchantCounts.count})::integer`
  return db
    .select({
      status,
      needsReview,
      isLive,
      applicationStatus: sql<string | null>`nullif(${applicationStatus}, '')`,
      count: sum,
    })
    .from(merchantCounts)
    .groupBy(status, needsReview, isLive, applicationStatus)
    .having(sql`${sum} <> 0`)
}

/** Counts of a tab, status or switch. Undefined with other filters, which the counters do not cover. */
export async function countOfGroups(
  db: Queryable,
  scope: MerchantScope,
  { tab = 'all', status, isLive, needsReview, ...others }: MerchantFilter,
) {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  const matching = (await listMerchantGroups(db, scope)).filter(
    (group) =>
      (tab === 'all' || merchantTab(group) === tab) &&
      (!status || matchesStatus(group, status)) &&
      (isLive === undefined || group.isLive === isLive) &&
      (needsReview === undefined || group.needsReview === needsReview),
  )
  return sumOf(matching)
}

export const sumOf = (groups: readonly MerchantGroup[]) => groups.reduce((sum, { count }) => sum + count, 0)

/** Merges counter rows into one per group. */
export async function compactMerchantCounts({ db }: Pick<Services, 'db'>) {
  const keys = ['status', 'needs_review', 'is_live', 'application_status']
  await compactCounts(db, { table: merchantCounts, keys, sums: ['count'] })
}

type Usage = {
  subscriptions: number
  redemptions: number
  payouts: number
  totalSubscribers: number
  activeSubscribers: number
}

/** Subscriptions of any status. A row that no counter knows of yet counts as one: enough to keep the merchant. */
export async function countUsage(db: Queryable, { id }: OneMerchant) {
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
