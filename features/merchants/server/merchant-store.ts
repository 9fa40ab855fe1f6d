import { and, type AnyColumn, asc, eq, gte, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptionTotals } from '@quaff/features/redemptions/tables'
import {
  merchantIdOf,
  merchantNotFound,
  type MerchantScope,
  type OneMerchant,
  scopeWhere,
} from '@quaff/features/sessions/server'
import { merchantSubscriptionStats, subscriptionTotals } from '@quaff/features/subscriptions/tables'
import {
  clampInstant,
  countUpTo,
  indexedSearch,
  inText,
  isOneOf,
  keyset,
  one,
  pick,
  preparedRead,
  type Queryable,
  searchCondition,
  type SortKey,
  withoutControls,
} from '@quaff/platform/server'
import type { ListMerchantsInput, MerchantSort, MerchantTab } from '../contract'
import { applicationWish } from './application-store'
import { requestsOfMerchant } from './change-request-store'
import { merchantSearchText, merchants } from './tables'

const optionLimit = 50

/** A missing figure counts as 0 and a missing date as the epoch (G29): they sort below all others. */
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

const sortsByFigure = {
  name: false,
  subscribers: true,
  revenue: true,
  activity: true,
  created: false,
} as const satisfies Record<MerchantSort, boolean>

/** Columns of a list row; long texts and settings are only in the record. */
const shownColumns = {
  ...pick(merchants, 'id', 'name', 'status', 'statusChangedAt', 'needsReview', 'applicationStatus'),
  ...pick(merchants, 'contactEmail', 'businessType', 'taxId', 'address', 'isLive', 'logoUrl'),
  ...pick(merchants, 'brandingLogoUrl', 'brandingLogoMarkUrl', 'bankVerifiedAt', 'createdAt'),
}

type Revenue = { currency: string; amountMinor: number }

/** Statistics of other features. Currencies without an active subscription are absent. */
const figures = {
  ...pick(merchantSubscriptionStats, 'totalSubscribers', 'activeSubscribers', 'lastActivityAt'),
  redemptionCount: redemptionTotals.count,
  owner: { email: users.email, emailIsPlaceholder: users.emailIsPlaceholder, displayName: users.displayName },
  locations: sql<number>`(select count(*) from ${locations} where ${locations.merchantId} = ${merchants.id})`,
  activePlans: sql<number>`(select count(*) from ${subscriptionPlans}
    where ${subscriptionPlans.merchantId} = ${merchants.id} and ${subscriptionPlans.active})`,
  revenues: sql<Revenue[]>`(select coalesce(json_agg(json_build_object('currency', ${subscriptionTotals.currency},
      'amountMinor', ${subscriptionTotals.monthlyMinor})), '[]') from ${subscriptionTotals}
    where ${subscriptionTotals.merchantId} = ${merchants.id} and ${subscriptionTotals.status} = 'active'
      and ${subscriptionTotals.count} > 0)`,
}

function selectRows(db: Queryable, sortValue: SQL<string | number>) {
  return db
    .select({ id: merchants.id, sortValue, merchant: shownColumns, ...figures })
    .from(merchants)
    .leftJoin(merchantSubscriptionStats, eq(merchantSubscriptionStats.merchantId, merchants.id))
    .leftJoin(redemptionTotals, eq(redemptionTotals.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, merchants.ownerId))
}
export type ListedMerchant = Awaited<ReturnType<typeof selectRows>>[number]

/** Selects the page by its sort key only, and joins the row's columns to the few results. */
export function listMerchantRows(db: Queryable, scope: MerchantScope, input: ListMerchantsInput) {
  const { sort, order, cursor } = input
  const pages = keyset({ name: sort, key: sortKeys[sort], id: sql`${merchants.id}`, order, cursor })
  const chosen = db.select({ id: merchants.id }).from(merchants).$dynamic()
  const sorted = sortsByFigure[sort]
    ? chosen.leftJoin(merchantSubscriptionStats, eq(merchantSubscriptionStats.merchantId, merchants.id))
    : chosen
  const page = sorted
    .where(and(merchantsWhere(scope, input), pages.after))
    .orderBy(...pages.orderBy)
    .limit(inText(input.limit))
  return selectRows(db, pages.sortValue)
    .where(isOneOf(merchants.id, page))
    .orderBy(...pages.orderBy)
}

export function countMerchantRows(db: Queryable, scope: MerchantScope, filter: MerchantFilter) {
  return countUpTo(db, db.select(one).from(merchants).where(merchantsWhere(scope, filter)))
}

const merchantRecord = preparedRead('merchant_record', ['id'], (db, { id }: { id: string }) =>
  db
    .select({ merchant: merchants, ...figures, wish: applicationWish, requests: requestsOfMerchant })
    .from(merchants)
    .leftJoin(merchantSubscriptionStats, eq(merchantSubscriptionStats.merchantId, merchants.id))
    .leftJoin(redemptionTotals, eq(redemptionTotals.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, merchants.ownerId))
    .where(eq(merchants.id, id)),
)

export async function findMerchantRow(db: Queryable, scope: OneMerchant) {
  const [row] = await merchantRecord(db, { id: merchantIdOf(scope) })
  return row
}
export type StoredMerchantWithFigures = NonNullable<Awaited<ReturnType<typeof findMerchantRow>>>

/** Refuses a deleted one, although a user may still have its id. */
export async function requireMerchant(db: Queryable, scope: OneMerchant) {
  if ((await db.$count(merchants, scopeWhere(scope, merchants.id))) === 0) throw merchantNotFound()
  return scope
}

export async function listMerchantsByIds(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return selectRows(db, sql<number>`0`)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...ids])))
    .orderBy(asc(sortKeys.name.expression), asc(merchants.id))
}

export async function listMerchantNames(
  db: Queryable,
  scope: MerchantScope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...ids])))
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function listOptionRows(db: Queryable, scope: MerchantScope, q: string | undefined) {
  return db
    .select({
      ...pick(merchants, 'id', 'name', 'status', 'isLive', 'timeZone'),
      ...pick(merchants, 'logoUrl', 'brandingLogoUrl', 'brandingLogoMarkUrl'),
    })
    .from(merchants)
    .where(merchantsWhere(scope, { q }))
    .orderBy(asc(sortKeys.name.expression), asc(merchants.id))
    .limit(inText(optionLimit))
}

/** Returns the existing ids in `scope`. Invitations name merchants by id. */
export async function listKnownMerchantIds(db: Queryable, scope: MerchantScope, merchantIds: readonly string[]) {
  if (merchantIds.length === 0) return []
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...merchantIds])))
  return rows.map((row) => row.id)
}

export type MerchantFilter = Partial<Omit<ListMerchantsInput, 'limit' | 'cursor' | 'sort' | 'order'>>

/** The rule `merchantTab` as SQL; a test holds the two together. */
export const tabExpression = sql<Exclude<MerchantTab, 'all'>>`case
  when ${merchants.status} = 'pending_review' or ${merchants.needsReview} then 'review'
  when ${merchants.status} = 'active' and ${merchants.isLive} then 'live'
  when ${merchants.status} = 'pending' or ${merchants.applicationStatus} = 'pending_setup' then 'setup'
  else 'other' end`

const searchMerchants = (q: string | undefined, id?: AnyColumn) =>
  indexedSearch(merchantSearchText(merchants), q, id)?.byIndex

/**
 * Finds by name alone; the condition of the index comes first. `id` is of the row that has this merchant.
 */
export const merchantNamed = (q: string | undefined, id?: AnyColumn) =>
  and(searchMerchants(q, id), searchCondition(merchants.name, q, id))

/** The rows of `scope` that match; the scope is part of the statement, not of the caller's care. */
export function merchantsWhere(scope: MerchantScope, filter: MerchantFilter) {
  return and(
    scopeWhere(scope, merchants.id),
    filter.tab && filter.tab !== 'all' ? eq(tabExpression, filter.tab) : undefined,
    searchMerchants(filter.q, merchants.id),
    statusWhere(filter.status),
    filter.category ? eq(merchants.businessType, withoutControls(filter.category)) : undefined,
    filter.hasBank === undefined ? undefined : bankWhere(filter.hasBank),
    filter.isLive === undefined ? undefined : eq(merchants.isLive, filter.isLive),
    filter.needsReview === undefined ? undefined : eq(merchants.needsReview, filter.needsReview),
    filter.createdFrom ? gte(merchants.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(merchants.createdAt, clampInstant(filter.createdTo)) : undefined,
  )
}

/** The rule `matchesStatus` as SQL. */
export function statusWhere(status: MerchantFilter['status']) {
  if (!status) return undefined
  if (status === 'pending_review') return eq(merchants.needsReview, true)
  if (status === 'pending') return sql`(${tabExpression} = 'review' or ${merchants.status} = 'pending')`
  return eq(merchants.status, status)
}

function bankWhere(hasBank: boolean) {
  return hasBank ? isNotNull(merchants.bankVerifiedAt) : isNull(merchants.bankVerifiedAt)
}
