import { and, asc, count, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchantNamed, type StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { type MerchantScope, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import {
  clampInstant,
  countUpTo,
  importedRows,
  inText,
  keyset,
  type Locked,
  one,
  pick,
  type Queryable,
  type SortKey,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { type ListForPromotionInput, promotionLimits, type PromotionSort } from '../contract'
import { merchantPromotions } from './tables'

export type StoredPromotion = typeof merchantPromotions.$inferSelect

/** A merchant without a document sorts as never updated. */
const sortKeys = {
  name: { kind: 'text', expression: sql`lower(${merchants.name})` },
  updated: { kind: 'instant', expression: sql`coalesce(${merchantPromotions.updatedAt}, 'epoch'::timestamptz)` },
} as const satisfies Record<PromotionSort, SortKey>

const merchantDetails = pick(
  merchants,
  'id',
  'name',
  'status',
  'businessType',
  'logoUrl',
  'brandingLogoUrl',
  'brandingLogoMarkUrl',
)
const joined = {
  merchant: merchantDetails,
  promotion: merchantPromotions,
  // The driver takes the whole object for null when its first field is: that one must not be nullable.
  updater: { email: users.email, displayName: users.displayName },
}

function selectRows(db: Queryable, promotionId: string, sortValue: SQL<string | number>) {
  return db
    .select({ id: merchants.id, sortValue, ...joined })
    .from(merchants)
    .leftJoin(
      merchantPromotions,
      and(eq(merchantPromotions.merchantId, merchants.id), eq(merchantPromotions.promotionId, promotionId)),
    )
    .leftJoin(users, eq(users.id, merchantPromotions.updatedBy))
}
export type JoinedPromotion = Omit<Awaited<ReturnType<typeof selectRows>>[number], 'id' | 'sortValue'>

type GridFilter = Pick<ListForPromotionInput, 'q' | 'enabled' | 'category' | 'updatedFrom' | 'updatedTo'>

function gridWhere(scope: MerchantScope, filter: GridFilter) {
  return and(
    scopeWhere(scope, merchants.id),
    merchantNamed(filter.q, merchants.id),
    filter.enabled === undefined ? undefined : sql`coalesce(${merchantPromotions.enabled}, false) = ${filter.enabled}`,
    filter.category ? eq(merchants.businessType, withoutControls(filter.category)) : undefined,
    filter.updatedFrom ? gte(merchantPromotions.updatedAt, clampInstant(filter.updatedFrom)) : undefined,
    filter.updatedTo ? lte(merchantPromotions.updatedAt, clampInstant(filter.updatedTo)) : undefined,
  )
}

/** Every merchant of the scope has a row: those without a document are disabled. */
export async function listGridRows(db: Queryable, scope: MerchantScope, input: ListForPromotionInput) {
  const { sort, order, cursor } = input
  const pages = keyset({ name: sort, key: sortKeys[sort], id: sql`${merchants.id}`, order, cursor })
  return selectRows(db, input.promotionId, pages.sortValue)
    .where(and(gridWhere(scope, input), pages.after))
    .orderBy(...pages.orderBy)
    .limit(inText(input.limit))
}

export function countGridRows(db: Queryable, scope: MerchantScope, input: ListForPromotionInput) {
  const rows = db
    .select(one)
    .from(merchants)
    .leftJoin(
      merchantPromotions,
      and(eq(merchantPromotions.merchantId, merchants.id), eq(merchantPromotions.promotionId, input.promotionId)),
    )
    .where(gridWhere(scope, input))
  return countUpTo(db, rows)
}

/** Omits merchants that are deleted or outside the scope. */
export async function listGridRowsOf(
  db: Queryable,
  scope: MerchantScope,
  promotionId: string,
  merchantIds: readonly string[],
) {
  return selectRows(db, promotionId, sql<number>`0`).where(
    and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...merchantIds])),
  )
}

export async function countEnabled(db: Queryable, scope: MerchantScope) {
  const rows = await db
    .select({ promotionId: merchantPromotions.promotionId, count: count() })
    .from(merchantPromotions)
    .where(and(scopeWhere(scope, merchantPromotions.merchantId), eq(merchantPromotions.enabled, true)))
    .groupBy(merchantPromotions.promotionId)
  return new Map(rows.map((row) => [row.promotionId, row.count]))
}

/** The merchant's stored promotions; one row with a null promotion when there are none, none when there is no merchant. */
export async function listOfMerchant(db: Queryable, scope: OneMerchant) {
  return db
    .select(joined)
    .from(merchants)
    .leftJoin(merchantPromotions, eq(merchantPromotions.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, merchantPromotions.updatedBy))
    .where(scopeWhere(scope, merchants.id))
    .orderBy(asc(merchantPromotions.promotionId))
}

/** Undefined when the merchant has no document of this promotion. */
export async function findStoredRow(db: Queryable, scope: OneMerchant, promotionId: string) {
  const [row] = await selectRows(db, promotionId, sql<number>`0`).where(scopeWhere(scope, merchants.id))
  return row?.promotion ? row : undefined
}

/** Requires the merchant's lock, so no concurrent transaction inserts or changes this row. */
export async function putPromotion(
  tx: Transaction,
  { id: merchantId }: Locked<StoredMerchant>,
  row: Omit<StoredPromotion, 'merchantId'>,
) {
  const { promotionId: _promotion, ...changed } = row
  await tx
    .insert(merchantPromotions)
    .values({ ...row, merchantId })
    .onConflictDoUpdate({ target: [merchantPromotions.merchantId, merchantPromotions.promotionId], set: changed })
}

/** The merchant's plans by name: what a promotion can be narrowed to. */
export async function listPlanChoices(db: Queryable, scope: OneMerchant) {
  return db
    .select({ id: subscriptionPlans.id, name: subscriptionPlans.name, active: subscriptionPlans.active })
    .from(subscriptionPlans)
    .where(scopeWhere(scope, subscriptionPlans.merchantId))
    .orderBy(asc(subscriptionPlans.name), asc(subscriptionPlans.id))
    .limit(inText(promotionLimits.planChoices))
}

/** Every id of the list must be a plan of this very merchant, not only the first one. */
export async function areOwnPlans(db: Queryable, scope: OneMerchant, planIds: readonly string[]) {
  const wanted = new Set(planIds)
  if (wanted.size === 0) return true
  const found = await db
    .select({ id: subscriptionPlans.id })
    .from(subscriptionPlans)
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), inArray(subscriptionPlans.id, [...wanted])))
  return found.length === wanted.size
}

export const promotionDocumentRows = importedRows(
  merchantPromotions,
  [merchantPromotions.merchantId, merchantPromotions.promotionId],
  merchantPromotions.version,
)

type DisableRecord = { before: Record<string, unknown>; occurredAt: Date; adminUserId: string | null }

/** Returns the newest audit row of a disable of this promotion at this merchant, by any user. */
export async function findLastDisable(
  db: Queryable,
  scope: OneMerchant,
  promotionId: string,
): Promise<DisableRecord | undefined> {
  const [row] = await db
    .select(pick(adminAuditLogs, 'before', 'occurredAt', 'adminUserId'))
    .from(adminAuditLogs)
    .where(
      and(
        scopeWhere(scope, adminAuditLogs.merchantId),
        eq(adminAuditLogs.targetType, 'promotion'),
        eq(adminAuditLogs.targetId, promotionId),
        eq(adminAuditLogs.action, 'disable_promotion'),
      ),
    )
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  return row && { ...row, before: row.before ?? {} }
}
