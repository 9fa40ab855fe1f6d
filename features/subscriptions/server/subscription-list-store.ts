import { and, eq, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { isCalled, type PersonSearch, searchPeople } from '@quaff/features/accounts/server'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import {
  clampInstant,
  countFound,
  dayKeyIn,
  foldedSearch,
  inText,
  foundPage,
  sizeOf,
  type Keyset,
  keyset,
  newestFirst,
  one,
  pageLimits,
  pick,
  type Queryable,
  type SortKey,
  startOfDayIn,
  typedIdOf,
} from '@quaff/platform/server'
import { runningStatuses, type SubscriptionFilter } from '../contract'
import { maskedQuery } from '../rules'
import { endsBy, endsFrom, isScheduled } from './ending-store'
import { subscriptionEvents, subscriptionPlanTotals, subscriptions, subscriptionSearch } from './tables'
import { daysOf, inDaysOf, sumTotals } from './totals-store'

/** The only sort order of the list. Its cursors contain the name and the direction. */
export const newestPage = { name: 'created', order: 'desc' } as const
const createdKey: SortKey = { kind: 'instant', expression: sql`${subscriptions.createdAt}`, indexed: 'descending' }

/** Columns of every list: plan, price and period. */
export const soldPlan = {
  ...pick(subscriptions, 'id', 'merchantId', 'planId'),
  planName: subscriptionPlans.name,
  ...pick(subscriptions, 'status', 'amountMinor', 'currency', 'interval', 'intervalCount'),
  ...pick(subscriptions, 'priceDetails', 'createdAt', 'currentPeriodStart', 'currentPeriodEnd'),
  ...pick(subscriptions, 'cancelAtPeriodEnd', 'cancelAt'),
}

export const subscriberColumns = pick(users, 'id', 'displayName', 'email', 'emailIsPlaceholder')

export const listedSubscription = {
  ...soldPlan,
  merchantName: merchants.name,
  ...pick(subscriptions, 'monthlyMinor', 'canceledBy'),
  cancelerName: sql<
    string | null
  >`(select canceler.display_name from ${users} canceler where canceler.id = ${subscriptions.canceledBy})`,
  cancelReason: subscriptions.cancelReason,
  updatedAt: subscriptions.updatedAt,
  user: subscriberColumns,
}

export type SubscriptionPage = { limit: number; cursor?: string | null | undefined }

/** Returns one page, newest first. */
export function listSubscriptionRows(
  db: Queryable,
  scope: MerchantScope,
  filter: NarrowingFilter,
  { limit, cursor }: SubscriptionPage,
) {
  const page = keyset({ ...newestPage, key: createdKey, id: sql`${subscriptions.id}`, cursor })
  const { found, where, total } = pageOf(db, scope, filter, { ...page, limit, cursor })
  return db
    .with(...found)
    .select({ ...listedSubscription, sortValue: page.sortValue, total })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(where)
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}
export type ListedSubscription = Omit<Awaited<ReturnType<typeof listSubscriptionRows>>[number], 'sortValue' | 'total'>

function pageOf(
  db: Queryable,
  scope: MerchantScope,
  { q, isMasked, ...filter }: NarrowingFilter,
  { after, orderBy, limit, cursor }: Pick<Keyset, 'after' | 'orderBy'> & SubscriptionPage,
) {
  const where = and(subscriptionsWhere(scope, filter), after)
  const [person, byIndex, id] = [searchPerson(q, isMasked), foundBy(q, isMasked), typedIdOf(q)]
  const isOfPerson = sql`(select ${person?.inRow} from ${users} where ${users.id} = ${subscriptions.userId})`
  const inRow = id === undefined ? isOfPerson : sql`(${isOfPerson} or ${subscriptions.id} = ${id})`
  const search = byIndex && { byIndex, inRow }
  const isUnfiltered = scope.all && !Object.values(filter).some(Boolean)
  const size = isUnfiltered ? sizeOf(subscriptions) : undefined
  const matches = isUnfiltered && person?.inTexts && foldedSearch(subscriptionSearch.text, q)
  const { id: textId, createdAt } = subscriptionSearch
  const key = { ...createdKey, expression: sql`${createdAt}`, indexed: undefined }
  const texts = keyset({ ...newestPage, key, id: sql`${textId}`, cursor })
  const searchTable = matches ? { ...texts, id: textId, createdAt, matches } : undefined
  return foundPage(db, { id: subscriptions.id, where, search, orderBy, limit, size, searchTable })
}

export function countSubscriptionRows(db: Queryable, scope: MerchantScope, filter: NarrowingFilter) {
  return countFound(db, db.select(one).from(subscriptions).where(subscriptionsWhere(scope, filter)), filter.q)
}

export async function listSubscriptionsByIds(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select(listedSubscription)
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), inArray(subscriptions.id, [...ids])))
    .orderBy(newestFirst(subscriptions.createdAt), sql`${subscriptions.id} desc`)
}

/** The scope already contains the merchant, and the churn window is already a date. */
type NarrowingFilter = Omit<SubscriptionFilter, 'merchantId' | 'churned'> & {
  /** Searches masked names, as merchant roles see them. */
  isMasked?: boolean
}

export function subscriptionsWhere(scope: MerchantScope, filter: NarrowingFilter) {
  return and(
    scopeWhere(scope, subscriptions.merchantId),
    withStatus(filter),
    filter.planId ? eq(subscriptions.planId, filter.planId) : undefined,
    filter.createdFrom ? gte(subscriptions.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(subscriptions.createdAt, clampInstant(filter.createdTo)) : undefined,
    canceledWithin(filter.canceledFrom, filter.canceledTo),
    endingWithin(filter),
    filter.runningAt ? notCanceledBefore(clampInstant(filter.runningAt)) : undefined,
    foundBy(filter.q, filter.isMasked),
  )
}

function withStatus({ status, statusBefore }: NarrowingFilter) {
  if (!statusBefore) return status ? eq(subscriptions.status, status) : undefined
  const at = clampInstant(statusBefore)
  const statusThen = statusAt(sql`${at.toISOString()}::timestamptz`)
  return and(lt(subscriptions.createdAt, at), status ? sql`${statusThen} = ${status}` : undefined)
}

/**
 * Returns the status at a time: the old status of the first change from then on, else the current one. The daily
 * counters agree.
 */
export const statusAt = (at: SQL) => sql`coalesce((
  select ${subscriptionEvents.details} ->> 'from' from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id}
    and ${subscriptionEvents.kind} in ('status_changed', 'canceled')
    and ${subscriptionEvents.occurredAt} >= ${at}
  order by ${subscriptionEvents.occurredAt}, ${subscriptionEvents.id} limit 1), ${subscriptions.status})`

function canceledWithin(from: Date | undefined, to: Date | undefined) {
  if (!from && !to) return undefined
  return and(
    // A literal, because a prepared statement with a parameter cannot use the index.
    sql`${subscriptions.status} = 'canceled'`,
    from && gte(subscriptions.updatedAt, clampInstant(from)),
    to && lte(subscriptions.updatedAt, clampInstant(to)),
  )
}

function endingWithin({ ending, endsFrom: from, endsTo: to }: NarrowingFilter) {
  if (!ending && !from && !to) return undefined
  return and(isScheduled, from && endsFrom(from), to && endsBy(to))
}

const notCanceledBefore = (at: Date) =>
  or(inArray(subscriptions.status, [...runningStatuses]), gte(subscriptions.updatedAt, at))

function searchPerson(q: string | undefined, isMasked: boolean | undefined): PersonSearch | undefined {
  if (!isMasked || q === undefined) return searchPeople(q, { byPhone: true })
  const start = maskedQuery(q)
  const person = start === null ? sql`false` : isCalled(start)
  return { byIndex: person, inRow: person }
}

function foundBy(q: string | undefined, isMasked: boolean | undefined) {
  const [person, id] = [searchPerson(q, isMasked)?.byIndex, typedIdOf(q)]
  if (!person) return undefined
  const isOfPeople = sql`user_id in (select ${users.id} from ${users} where ${person})`
  if (id === undefined) return sql`${subscriptions}.${isOfPeople}`
  // Not "or": no index serves a subscription of a person or of an id.
  return sql`${subscriptions.id} in (select id from ${subscriptions} where ${isOfPeople} union all select ${id}::text)`
}

/**
 * Returns an exact count if a counter covers the filter: a status, a plan, or whole days of creation or cancellation.
 */
export async function countListed(db: Queryable, scope: MerchantScope, filter: NarrowingFilter, timeZone: string) {
  const counted = await countSubscriptionRows(db, scope, filter)
  return counted !== null && counted > pageLimits.counted
    ? ((await sumListed(db, scope, filter, timeZone)) ?? counted)
    : counted
}

/** Sums counters. Returns undefined if no counter covers the filter. */
export async function sumListed(
  db: Queryable,
  scope: MerchantScope,
  { status, planId, createdFrom, createdTo, canceledFrom, canceledTo, ...other }: NarrowingFilter,
  timeZone: string,
) {
  if (Object.entries(other).some(([name, value]) => name !== 'isMasked' && value !== undefined)) return undefined
  const [created, canceled] = [
    { from: createdFrom, to: createdTo },
    { from: canceledFrom, to: canceledTo },
  ].map((span) => wholeDays(timeZone, span))
  if (!created || !canceled) return undefined
  if (!created.isLimited && !canceled.isLimited)
    return planId === undefined ? sumStatus(db, scope, status) : sumPlan(db, scope, planId, status)
  if (planId !== undefined || (created.isLimited && canceled.isLimited)) return undefined
  if (created.isLimited) return sumDays(db, scope, 'createdCount', created, status)
  return status === undefined || status === 'canceled' ? sumDays(db, scope, 'updatedCount', canceled, 'canceled') : 0
}

type DaySpan = { from: string | undefined; to: string | undefined; isLimited: boolean }

/** Converts to days of the zone. Returns undefined if a bound lies within a day. */
function wholeDays(timeZone: string, { from, to }: { from?: Date; to?: Date }): DaySpan | undefined {
  const isStart = (at: Date) => startOfDayIn(timeZone, at).getTime() === at.getTime()
  if (from && !isStart(from)) return undefined
  if (to && !isStart(new Date(to.getTime() + 1))) return undefined
  return { from: from && dayKeyIn(timeZone, from), to: to && dayKeyIn(timeZone, to), isLimited: Boolean(from ?? to) }
}

async function sumStatus(db: Queryable, scope: MerchantScope, status: string | undefined) {
  const totals = await sumTotals(db, scope)
  return totals.reduce((sum, row) => (status === undefined || row.status === status ? sum + row.count : sum), 0)
}

async function sumPlan(db: Queryable, scope: MerchantScope, planId: string, status: string | undefined) {
  const totals = subscriptionPlanTotals
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${totals.count}), 0)::integer` })
    .from(totals)
    .where(and(scopeWhere(scope, totals.merchantId), eq(totals.planId, planId), ofStatus(totals.status, status)))
  return row?.count ?? 0
}

async function sumDays(
  db: Queryable,
  scope: MerchantScope,
  column: 'createdCount' | 'updatedCount',
  { from, to }: DaySpan,
  status: string | undefined,
) {
  const days = daysOf(scope)
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${days[column]}), 0)::integer` })
    .from(days)
    .where(
      and(
        inDaysOf(scope),
        ofStatus(days.status, status),
        from === undefined ? undefined : gte(days.day, from),
        to === undefined ? undefined : lte(days.day, to),
      ),
    )
  return row?.count ?? 0
}

const ofStatus = (column: Parameters<typeof eq>[0], status: string | undefined) =>
  status === undefined ? undefined : sql`${column} = ${status}`
