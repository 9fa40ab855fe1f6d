import { and, desc, eq, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { isCalled } from '@quaff/features/accounts/server'
import { users } from '@quaff/features/accounts/tables'
import { analyticsHours } from '@quaff/features/analytics/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { maskedQuery } from '@quaff/features/subscriptions/rules'
import {
  clampInstant,
  constant,
  type Context,
  countUpTo,
  held,
  hiddenTime,
  inText,
  keyset,
  type Locked,
  newestFirst,
  one,
  pick,
  type Queryable,
  refuse,
  type SortKey,
  type Transaction,
  typedIdOf,
} from '@quaff/platform/server'
import { timeOfId } from '@quaff/platform/shared/time-ordered-id'
import type { PlanDocument } from '../../allowance-rules'
import { redemptionRefusals } from '../../refusals'
import { findAddedUp } from '../../server/hour-store'
import { redemptionHours, redemptions, redemptionTotals } from '../../server/tables'
import { type UsageFilter, usageLimits, type UsageSlot } from '../../usage-contract'

/** The only sort order: newest first. */
export const usageOrder = { name: 'redemptions', order: 'desc' } as const
export type UsagePage = { limit: number; cursor?: string | null }
type RedemptionKey = { id: string; redeemedAt: Date }
const idWindowMs = 60_000

/** The index by merchant serves one merchant, newest first. Several merchants read the primary key backwards. */
const isOfOne = (scope: MerchantScope) => !scope.all && scope.merchantIds.length === 1
const byTime = (scope: MerchantScope): SortKey => ({
  kind: 'instant',
  expression: sql`${redemptions.redeemedAt}`,
  ...(isOfOne(scope) && { indexed: 'descending' }),
})
const voider = alias(users, 'voider')
const keeper = alias(users, 'keeper')

type NamedBy = [name: string, document: PlanDocument, merchantZone?: string | null] | null

/** Names and rules of a row, if they belong to the row's merchant. Use it for pages, not for exports. */
const ownNames = {
  place: sql<NamedBy>`(select json_build_array(${locations.name}, ${locations.fields}, ${merchants.timeZone}) from ${locations}
    where ${locations.id} = ${redemptions.locationId} and ${locations.merchantId} = ${redemptions.merchantId})`,
  plan: sql<NamedBy>`(select json_build_array(${subscriptionPlans.name}, ${subscriptionPlans.fields})
    from ${subscriptionPlans} where ${subscriptionPlans.id} = ${redemptions.planId}
      and ${subscriptionPlans.merchantId} = ${redemptions.merchantId})`,
}
const noNames: typeof ownNames = { place: sql`null`, plan: sql`null` }

function selectUsage(db: Queryable, sortValue: SQL<string | number>, { place, plan } = noNames) {
  return db
    .select({
      place,
      plan,
      id: redemptions.id,
      merchantId: redemptions.merchantId,
      merchantName: merchants.name,
      ...pick(
        redemptions,
        'locationId',
        'planId',
        'redeemedAt',
        'method',
        'status',
        'voidedAt',
        'voidReason',
        'keptAt',
      ),
      voiderName: voider.displayName,
      voiderRole: voider.role,
      keeperName: keeper.displayName,
      keeperRole: keeper.role,
      userId: users.id,
      displayName: users.displayName,
      previousAt: redemptions.previousAt,
      sortValue,
    })
    .from(redemptions)
    .leftJoin(users, eq(users.id, redemptions.userId))
    .leftJoin(merchants, eq(merchants.id, redemptions.merchantId))
    .leftJoin(voider, eq(voider.id, redemptions.voidedBy))
    .leftJoin(keeper, eq(keeper.id, redemptions.keptBy))
}
export type UsageDetails = Awaited<ReturnType<typeof selectUsage>>[number]

/** The slot with its time zone. */
export type UsageQuery = Omit<UsageFilter, 'slot'> & { slot?: (UsageSlot & { timeZone: string }) | undefined }

/** Works for whole hours and for times. */
function isInSlot(at: AnyPgColumn, { weekday, hour, timeZone }: UsageSlot & { timeZone: string }) {
  const local = sql`(${at} at time zone ${timeZone}::text)`
  return sql`extract(isodow from ${local}) = ${weekday + 1}::int and extract(hour from ${local}) = ${hour}::int`
}

/** No index has ids: one of ours names its millisecond, and the row is written within seconds of it. */
function hasId(id: string, madeAt: Date) {
  const [from, to] = [-idWindowMs, idWindowMs].map((ms) => clampInstant(new Date(madeAt.getTime() + ms)))
  return and(sql`${redemptions.redeemedAt} between ${from} and ${to}`, eq(redemptions.id, id))
}

function isOfCalled(q: string) {
  const id = typedIdOf(q)
  const madeAt = id === undefined ? undefined : timeOfId('red', id)
  if (id !== undefined && madeAt) return hasId(id, madeAt)
  const start = maskedQuery(q)
  if (start === null) return sql`false`
  return sql`${redemptions.userId} in (select ${users.id} from ${users} where ${isCalled(start)})`
}

function matchingUsage(scope: MerchantScope, filter: UsageQuery) {
  // One merchant always uses its own index. For all, the range decides between two.
  const time = (at: Date) => (isOfOne(scope) ? hiddenTime(clampInstant(at)) : clampInstant(at))
  return and(
    scopeWhere(scope, redemptions.merchantId),
    filter.from && gte(redemptions.redeemedAt, time(filter.from)),
    filter.to && lte(redemptions.redeemedAt, time(filter.to)),
    filter.locationId === undefined ? undefined : eq(redemptions.locationId, filter.locationId),
    filter.planId === undefined ? undefined : eq(redemptions.planId, filter.planId),
    filter.method === undefined ? undefined : eq(redemptions.method, filter.method),
    filter.status && eq(redemptions.status, constant(filter.status)),
    filter.slot && isInSlot(redemptions.redeemedAt, filter.slot),
    filter.q === undefined ? undefined : isOfCalled(filter.q),
  )
}

/** Includes the names of each row, for a page of several merchants. */
export const listNamedUsageRows: typeof listUsageRows = (...requested) => listUsage(ownNames, ...requested)

export function listUsageRows(db: Queryable, scope: MerchantScope, filter: UsageQuery, page: UsagePage) {
  return listUsage(noNames, db, scope, filter, page)
}

function listUsage(
  names: typeof ownNames,
  db: Queryable,
  scope: MerchantScope,
  filter: UsageQuery,
  { limit, cursor }: UsagePage,
) {
  const { after, orderBy, sortValue } = keyset({
    ...usageOrder,
    key: byTime(scope),
    id: sql`${redemptions.id}`,
    cursor,
  })
  return selectUsage(db, sortValue, names)
    .where(and(matchingUsage(scope, filter), after))
    .orderBy(...orderBy)
    .limit(inText(limit))
}

/** Newest first, from the index by user. */
export function listUsageOfCustomer(db: Queryable, scope: MerchantScope, userId: string, limit: number) {
  return selectUsage(db, sql`0`, ownNames)
    .where(and(scopeWhere(scope, redemptions.merchantId), eq(redemptions.userId, userId)))
    .orderBy(newestFirst(redemptions.redeemedAt), sql`${redemptions.id} desc`)
    .limit(inText(limit))
}

export async function findUsageRow(db: Queryable, scope: MerchantScope, { id, redeemedAt }: RedemptionKey) {
  const [row] = await selectUsage(db, sql`0`).where(
    and(
      scopeWhere(scope, redemptions.merchantId),
      eq(redemptions.redeemedAt, clampInstant(redeemedAt)),
      eq(redemptions.id, id),
    ),
  )
  return row
}

/** Locks the row until the transaction ends. */
export async function lockRedemption(tx: Transaction, scope: MerchantScope, { id, redeemedAt }: RedemptionKey) {
  const [row] = await tx
    .select()
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.redeemedAt, clampInstant(redeemedAt)),
        eq(redemptions.id, id),
      ),
    )
    .for('update')
  return row && held(row)
}

type UsageMark =
  | { voidedAt: Date; voidedBy: string; voidReason: string }
  | { keptAt: Date | null; keptBy: string | null }

export async function saveMark(tx: Transaction, { id, redeemedAt }: Locked<RedemptionKey>, mark: UsageMark) {
  await tx
    .update(redemptions)
    .set(mark)
    .where(and(eq(redemptions.redeemedAt, redeemedAt), eq(redemptions.id, id)))
}

/** Returns methods of the newest rows only, in alphabetical order. */
export async function listMethods(db: Queryable, scope: MerchantScope) {
  const newest = db
    .select({ method: redemptions.method })
    .from(redemptions)
    .where(scopeWhere(scope, redemptions.merchantId))
    .orderBy(isOfOne(scope) ? newestFirst(redemptions.redeemedAt) : desc(redemptions.redeemedAt))
    .limit(inText(usageLimits.methodRows))
    .as('newest')
  const rows = await db.selectDistinct({ method: newest.method }).from(newest).orderBy(newest.method)
  return rows.map(({ method }) => method)
}

/** Returns completed redemptions of all time from counters, most first. */
export async function listCounts(db: Queryable, scope: MerchantScope) {
  return db
    .select(pick(redemptionTotals, 'merchantId', 'count', 'lastRedeemedAt'))
    .from(redemptionTotals)
    .where(scopeWhere(scope, redemptionTotals.merchantId))
    .orderBy(sql`${redemptionTotals.count} desc`, redemptionTotals.merchantId)
    .limit(inText(usageLimits.counts))
}

/** Requires a first day for a slot, because no index covers an hour of the week. */
export function usageQuery({ settings }: Pick<Context, 'settings'>, { slot, ...filter }: UsageFilter): UsageQuery {
  if (slot === undefined) return filter
  if (filter.from === undefined) throw refuse(redemptionRefusals, 'DAYS_NEEDED')
  return { ...filter, slot: { ...slot, timeZone: settings.timeZone } }
}

/** Reads only the index by merchant, unless the filter has a method. */
export function countUsageRows(db: Queryable, scope: MerchantScope, filter: UsageQuery) {
  return countUpTo(db, db.select(one).from(redemptions).where(matchingUsage(scope, filter)))
}

type Hours = Pick<UsageQuery, 'from' | 'to' | 'status' | 'slot'>
type HourTable = typeof redemptionHours | typeof analyticsHours

/**
 * Counts all merchants in [from, to) from summed hours, and later hours by merchant. Late reports for earlier hours
 * appear within some minutes.
 */
export async function countHoursOfAll(db: Queryable, { currentHour, ...hours }: Hours & { currentHour: Date }) {
  const addedUp = await findAddedUp(db, currentHour)
  const [early, late] = await Promise.all([
    sumHours(db, analyticsHours, hours, lt(analyticsHours.hour, addedUp)),
    sumHours(db, redemptionHours, hours, gte(redemptionHours.hour, addedUp)),
  ])
  return early + late
}

/** Counts some merchants in [from, to). */
export const countHours = (db: Queryable, scope: MerchantScope, hours: Hours) =>
  sumHours(db, redemptionHours, hours, scopeWhere(scope, redemptionHours.merchantId))

async function sumHours(db: Queryable, table: HourTable, { from, to, status, slot }: Hours, within: SQL | undefined) {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${table.count}), 0)::bigint` })
    .from(table)
    .where(
      and(
        within,
        from && gte(table.hour, from),
        to && lt(table.hour, to),
        status === undefined ? undefined : eq(table.status, status),
        slot && isInSlot(table.hour, slot),
      ),
    )
  return row?.count ?? 0
}
