import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { redemptionTotals } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { merchantSubscriptionStats, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import { users } from '@quaff/features/users/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import type { ListMerchantsInput, MerchantSort } from '../contract'
import { merchantsWhere, tabExpression, type MerchantFilter } from './merchant-filter-store'
import { merchants } from './tables'

const optionLimit = 50

/** A missing figure counts as 0 and a missing date as the epoch (decision 29): they sort below all others. */
const sortKeys = {
  name: { kind: 'text', expression: sql`lower(${merchants.name})` },
  subscribers: { kind: 'integer', expression: sql`coalesce(${merchantSubscriptionStats.activeSubscribers}, 0)` },
  revenue: { kind: 'integer', expression: sql`coalesce(${merchantSubscriptionStats.monthlyRevenueMinor}, 0)` },
  activity: {
    kind: 'instant',
    expression: sql`coalesce(${merchantSubscriptionStats.lastActivityAt}, 'epoch'::timestamptz)`,
  },
  created: { kind: 'instant', expression: sql`${merchants.createdAt}` },
} as const satisfies Record<MerchantSort, SortKey>

const figures = {
  totalSubscribers: merchantSubscriptionStats.totalSubscribers,
  activeSubscribers: merchantSubscriptionStats.activeSubscribers,
  lastActivityAt: merchantSubscriptionStats.lastActivityAt,
  redemptionCount: redemptionTotals.count,
  owner: { email: users.email, emailIsPlaceholder: users.emailIsPlaceholder, displayName: users.displayName },
}

function selectMerchants(db: Queryable, sortValue: SQL<string | number>) {
  return db
    .select({ id: merchants.id, sortValue, merchant: merchants, ...figures })
    .from(merchants)
    .leftJoin(merchantSubscriptionStats, eq(merchantSubscriptionStats.merchantId, merchants.id))
    .leftJoin(redemptionTotals, eq(redemptionTotals.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, merchants.ownerId))
}
export type MerchantWithFigures = Awaited<ReturnType<typeof selectMerchants>>[number]

export async function listMerchantRows(
  db: Queryable,
  scope: MerchantScope,
  input: ListMerchantsInput,
): Promise<MerchantWithFigures[]> {
  const { sort, order, cursor } = input
  const pages = keyset({ name: sort, key: sortKeys[sort], id: sql`${merchants.id}`, order, cursor })
  return selectMerchants(db, pages.sortValue)
    .where(and(merchantsWhere(scope, input), pages.after))
    .orderBy(...pages.orderBy)
    .limit(input.limit)
}

export async function countMerchantRows(db: Queryable, scope: MerchantScope, filter: MerchantFilter): Promise<number> {
  const [row] = await db.select({ count: count() }).from(merchants).where(merchantsWhere(scope, filter))
  return row?.count ?? 0
}

export async function countByTab(db: Queryable, scope: MerchantScope) {
  const tab = sql<string>`${tabExpression}`.as('tab')
  return db.select({ tab, count: count() }).from(merchants).where(scopeWhere(scope, merchants.id)).groupBy(tab)
}

export async function findMerchantRow(
  db: Queryable,
  scope: MerchantScope,
  merchantId: string,
): Promise<MerchantWithFigures | undefined> {
  const [row] = await selectMerchants(db, sql<number>`0`).where(
    and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)),
  )
  return row
}

export async function listOptionRows(db: Queryable, scope: MerchantScope, q: string | undefined) {
  return db
    .select({
      id: merchants.id,
      name: merchants.name,
      status: merchants.status,
      isLive: merchants.isLive,
      logoUrl: merchants.logoUrl,
      brandingLogoUrl: merchants.brandingLogoUrl,
      brandingLogoMarkUrl: merchants.brandingLogoMarkUrl,
    })
    .from(merchants)
    .where(merchantsWhere(scope, { q }))
    .orderBy(asc(sortKeys.name.expression), asc(merchants.id))
    .limit(optionLimit)
}

export type Revenue = { merchantId: string; currency: string; amountMinor: number }

/** Monthly revenue of active subscriptions per currency; currencies without an active subscription are absent. */
export async function listRevenues(db: Queryable, merchantIds: readonly string[]): Promise<Revenue[]> {
  if (merchantIds.length === 0) return []
  return db
    .select({
      merchantId: subscriptionTotals.merchantId,
      currency: subscriptionTotals.currency,
      amountMinor: subscriptionTotals.monthlyMinor,
    })
    .from(subscriptionTotals)
    .where(
      and(
        inArray(subscriptionTotals.merchantId, [...merchantIds]),
        eq(subscriptionTotals.status, 'active'),
        sql`${subscriptionTotals.count} > 0`,
      ),
    )
}

/** Which of these ids exist and lie in `scope`; the invitation names merchants by id. */
export async function listKnownMerchantIds(
  db: Queryable,
  scope: MerchantScope,
  merchantIds: readonly string[],
): Promise<string[]> {
  if (merchantIds.length === 0) return []
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...merchantIds])))
  return rows.map((row) => row.id)
}
