import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { merchantIdOf, type MerchantScope, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { platformSettings } from '@quaff/features/settings/tables'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import {
  held,
  importedRows,
  inText,
  type Locked,
  pick,
  preparedRead,
  type Queryable,
  refuse,
  searchCondition,
  staleVersion,
  type Transaction,
} from '@quaff/platform/server'
import { planRefusals } from '../refusals'
import { planPrices, subscriptionPlans } from './tables'

export type StoredPlan = typeof subscriptionPlans.$inferSelect
export type StoredPrice = typeof planPrices.$inferSelect

/** More than the limits of a merchant: imported ones may have more. */
const mostPrices = 5_000

const merchantDetails = pick(
  merchants,
  'name',
  'status',
  'timeZone',
  'logoUrl',
  'brandingLogoUrl',
  'brandingLogoMarkUrl',
)

/** Active plans per merchant; merchants without one are absent. */
export async function countActivePlans(db: Queryable, merchantIds: readonly string[]): Promise<Map<string, number>> {
  if (merchantIds.length === 0) return new Map()
  const rows = await db
    .select({ merchantId: subscriptionPlans.merchantId, count: count() })
    .from(subscriptionPlans)
    .where(and(inArray(subscriptionPlans.merchantId, [...merchantIds]), eq(subscriptionPlans.active, true)))
    .groupBy(subscriptionPlans.merchantId)
  return new Map(rows.map((row) => [row.merchantId, row.count]))
}

/** Returns the prices for sale of the active plans, by plan name and the editor's order. */
export async function listPricesForSale(db: Queryable, scope: OneMerchant, limit: number) {
  const rows = await db
    .select(pick(planPrices, 'amountMinor', 'currency', 'interval', 'intervalCount'))
    .from(planPrices)
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(
      and(
        scopeWhere(scope, subscriptionPlans.merchantId),
        eq(subscriptionPlans.active, true),
        eq(planPrices.active, true),
      ),
    )
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.id), asc(planPrices.position))
    .limit(inText(limit))
  return rows.map((row) => resolvePrice(row))
}

/** Returns true if the merchant is live and no other of its plans can be bought. */
export async function isLastForSale(db: Queryable, scope: OneMerchant, planId: string) {
  const forSale = await db
    .selectDistinct({ id: subscriptionPlans.id })
    .from(merchants)
    .innerJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.merchantId, merchants.id), eq(subscriptionPlans.active, true)),
    )
    .innerJoin(planPrices, and(eq(planPrices.planId, subscriptionPlans.id), eq(planPrices.active, true)))
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.status, 'active'), eq(merchants.isLive, true)))
    .limit(inText(2))
  return forSale.length === 1 && forSale[0]?.id === planId
}

type PricedPlan = { plan: StoredPlan; prices: StoredPrice[] }

/** A row for each price; a plan without one has a row as well. */
function collectPrices(rows: readonly { plan: StoredPlan | null; price: StoredPrice | null }[]) {
  const found = new Map<string, PricedPlan>()
  for (const { plan, price } of rows) {
    if (!plan) continue
    const existing = found.get(plan.id) ?? { plan, prices: [] }
    found.set(plan.id, existing)
    if (price) existing.prices.push(price)
  }
  return [...found.values()]
}

const merchantPlans = preparedRead('merchant_plans', ['merchantId'], (db, { merchantId }: { merchantId: string }) =>
  db
    .select({ merchant: merchantDetails, plan: subscriptionPlans, price: planPrices })
    .from(merchants)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.merchantId, merchants.id))
    .leftJoin(planPrices, eq(planPrices.planId, subscriptionPlans.id))
    .where(eq(merchants.id, merchantId))
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.id), asc(planPrices.position), asc(planPrices.id))
    .limit(inText(mostPrices)),
)

/** A merchant and its plans, by name, with their prices in the order of the editor; undefined if there is no such merchant. */
export async function findMerchantPlans(db: Queryable, scope: OneMerchant) {
  const rows = await merchantPlans(db, { merchantId: merchantIdOf(scope) })
  const [first] = rows
  return first && { merchant: first.merchant, plans: collectPrices(rows) }
}

/** Finds plans by name, of any merchant in scope. */
export async function findPlansByName(db: Queryable, scope: MerchantScope, q: string, limit: number) {
  return db
    .select({ ...pick(subscriptionPlans, 'id', 'name', 'active', 'merchantId'), merchantName: merchants.name })
    .from(subscriptionPlans)
    .innerJoin(merchants, eq(merchants.id, subscriptionPlans.merchantId))
    .where(
      and(
        scopeWhere(scope, subscriptionPlans.merchantId),
        searchCondition(subscriptionPlans.name, q, subscriptionPlans.id),
      ),
    )
    .orderBy(asc(sql`lower(${subscriptionPlans.name})`), asc(subscriptionPlans.id))
    .limit(inText(limit))
}

export async function countPlanRows(db: Queryable, scope: MerchantScope) {
  const [row] = await db
    .select({ count: count() })
    .from(subscriptionPlans)
    .where(scopeWhere(scope, subscriptionPlans.merchantId))
  return row?.count ?? 0
}

const isInScope = (scope: MerchantScope, planId: string) =>
  and(scopeWhere(scope, subscriptionPlans.merchantId), eq(subscriptionPlans.id, planId))

/** Returns the plan's merchant without a scope check; the caller must check access. */
export async function findMerchantIdOfPlan(db: Queryable, planId: string) {
  const [row] = await db
    .select({ merchantId: subscriptionPlans.merchantId })
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.id, planId))
  return row?.merchantId
}

/** Includes the prices in the editor's order. */
export async function getPricedPlan(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
): Promise<PricedPlan & { merchantZone: string | null }> {
  const rows = await db
    .select({ plan: subscriptionPlans, price: planPrices, merchantZone: merchants.timeZone })
    .from(subscriptionPlans)
    .leftJoin(merchants, eq(merchants.id, subscriptionPlans.merchantId))
    .leftJoin(planPrices, eq(planPrices.planId, subscriptionPlans.id))
    .where(isInScope(scope, planId))
    .orderBy(asc(planPrices.position), asc(planPrices.id))
  const [found] = collectPrices(rows)
  if (!found) throw refuse(planRefusals, 'PLAN')
  return { ...found, merchantZone: rows[0]?.merchantZone ?? null }
}

export async function getPlanRow(db: Queryable, scope: MerchantScope, planId: string) {
  const [row] = await db.select().from(subscriptionPlans).where(isInScope(scope, planId))
  if (!row) throw refuse(planRefusals, 'PLAN')
  return row
}

/** Locks the plan for a write until the transaction ends. */
export async function lockPlanRow(tx: Transaction, scope: MerchantScope, planId: string) {
  const [row] = await tx.select().from(subscriptionPlans).where(isInScope(scope, planId)).for('update')
  if (!row) throw refuse(planRefusals, 'PLAN')
  return held(row)
}

/** Locks like `lockPlanRow` and refuses the second of two concurrent editors. */
export async function lockPlanVersion(
  tx: Transaction,
  scope: MerchantScope,
  { planId, version }: { planId: string; version: number },
) {
  const row = await lockPlanRow(tx, scope, planId)
  if (row.version !== version) throw staleVersion({ type: 'plan', id: planId, savedAt: row.updatedAt })
  return row
}

export async function insertPlanRow(
  tx: Transaction,
  { id: merchantId }: OneMerchant,
  row: Omit<typeof subscriptionPlans.$inferInsert, 'merchantId'>,
) {
  await tx.insert(subscriptionPlans).values({ ...row, merchantId })
}

export async function updatePlanRow(
  tx: Transaction,
  { id }: Locked<StoredPlan>,
  patch: Partial<Pick<StoredPlan, 'name' | 'active' | 'fields'>>,
  now: Date,
) {
  await tx
    .update(subscriptionPlans)
    .set({ ...patch, updatedAt: now, version: sql`${subscriptionPlans.version} + 1` })
    .where(eq(subscriptionPlans.id, id))
}

/** Its prices go with it. */
export async function deletePlanRow(tx: Transaction, { id }: Locked<StoredPlan>) {
  await tx.delete(subscriptionPlans).where(eq(subscriptionPlans.id, id))
}

/** In the editor's order. */
export async function listPriceRows(db: Queryable, planIds: readonly string[]) {
  if (planIds.length === 0) return []
  return db
    .select()
    .from(planPrices)
    .where(inArray(planPrices.planId, [...planIds]))
    .orderBy(asc(planPrices.position), asc(planPrices.id))
}

/** New ones are inserted, those with a known id are overwritten. */
export async function savePriceRows(tx: Transaction, rows: readonly StoredPrice[]) {
  if (rows.length === 0) return
  await tx
    .insert(planPrices)
    .values([...rows])
    .onConflictDoUpdate({
      target: planPrices.id,
      set: {
        amountMinor: sql`excluded.amount_minor`,
        currency: sql`excluded.currency`,
        interval: sql`excluded.interval`,
        intervalCount: sql`excluded.interval_count`,
        active: sql`excluded.active`,
        position: sql`excluded.position`,
      },
    })
}

export async function deletePriceRows(tx: Transaction, priceIds: readonly string[]) {
  if (priceIds.length > 0) await tx.delete(planPrices).where(inArray(planPrices.id, [...priceIds]))
}

/**
 * `share` allows changes of other plans, `update` blocks writers. The merchant's state cannot change in either mode.
 */
export async function lockMerchantDetails(tx: Transaction, scope: MerchantScope, strength: 'share' | 'update') {
  const [row] = await tx
    .select(merchantDetails)
    .from(merchants)
    .where(scopeWhere(scope, merchants.id))
    .limit(1)
    .for(strength)
  return row
}

export async function listKnownLocationIds(db: Queryable, scope: MerchantScope, locationIds: readonly string[]) {
  if (locationIds.length === 0) return []
  const rows = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(scopeWhere(scope, locations.merchantId), inArray(locations.id, [...locationIds])))
  return rows.map(({ id }) => id)
}

export const planDocumentRows = importedRows(subscriptionPlans, [subscriptionPlans.id], subscriptionPlans.version)
export const priceDocumentRows = importedRows(planPrices, [planPrices.id])

/** Currency in which the first price of a merchant starts, if an administrator has chosen one. */
export async function findDefaultCurrency(db: Queryable) {
  const [row] = await db
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, 'defaultCurrency'))
  return typeof row?.value === 'string' ? row.value : undefined
}
