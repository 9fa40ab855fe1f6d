import { and, asc, count, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { clampInstant, keyset, type SortKey } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { searchCondition } from '@quaff/platform/server/list/search'
import { pick } from '@quaff/platform/server/rows/pick'
import type { Locked } from '@quaff/platform/server/transaction'
import { withoutControls } from '@quaff/platform/shared/text'
import type { ListForPromotionInput, PromotionSort } from '../contract'
import { merchantPromotions } from './tables'

export type StoredPromotion = typeof merchantPromotions.$inferSelect

/** A merchant without a document sorts as never updated. */
const sortKeys = {
  name: { kind: 'text', expression: sql`lower(${merchants.name})` },
  updated: { kind: 'instant', expression: sql`coalesce(${merchantPromotions.updatedAt}, 'epoch'::timestamptz)` },
} as const satisfies Record<PromotionSort, SortKey>

const merchantFacts = pick(
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
  merchant: merchantFacts,
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

function gridWhere(scope: MerchantScope, filter: GridFilter): SQL | undefined {
  return and(
    scopeWhere(scope, merchants.id),
    searchCondition(sql`lower(${merchants.name})`, filter.q),
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
    .limit(input.limit)
}

export function countGridRows(db: Queryable, scope: MerchantScope, input: ListForPromotionInput): Promise<number> {
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

/** Of these merchants; those outside the scope or gone are absent. */
export async function listGridRowsOf(
  db: Queryable,
  scope: MerchantScope,
  promotionId: string,
  merchantIds: readonly string[],
): Promise<JoinedPromotion[]> {
  return selectRows(db, promotionId, sql<number>`0`).where(
    and(scopeWhere(scope, merchants.id), inArray(merchants.id, [...merchantIds])),
  )
}

export async function countEnabled(db: Queryable, scope: MerchantScope): Promise<Map<string, number>> {
  const rows = await db
    .select({ promotionId: merchantPromotions.promotionId, count: count() })
    .from(merchantPromotions)
    .where(and(scopeWhere(scope, merchantPromotions.merchantId), eq(merchantPromotions.enabled, true)))
    .groupBy(merchantPromotions.promotionId)
  return new Map(rows.map((row) => [row.promotionId, row.count]))
}

/** The merchant's stored promotions; one row with a null promotion when there are none, none when there is no merchant. */
export async function listOfMerchant(db: Queryable, scope: OneMerchant): Promise<JoinedPromotion[]> {
  return db
    .select(joined)
    .from(merchants)
    .leftJoin(merchantPromotions, eq(merchantPromotions.merchantId, merchants.id))
    .leftJoin(users, eq(users.id, merchantPromotions.updatedBy))
    .where(scopeWhere(scope, merchants.id))
    .orderBy(asc(merchantPromotions.promotionId))
}

/** Undefined when the merchant has no document of this promotion. */
export async function findStoredRow(
  db: Queryable,
  scope: OneMerchant,
  promotionId: string,
): Promise<JoinedPromotion | undefined> {
  const [row] = await selectRows(db, promotionId, sql<number>`0`).where(scopeWhere(scope, merchants.id))
  return row?.promotion ? row : undefined
}

/** Under the merchant's lock nobody else inserts or changes this row meanwhile. */
export async function putPromotion(
  tx: Transaction,
  { id: merchantId }: Locked<StoredMerchant>,
  row: Omit<StoredPromotion, 'merchantId'>,
): Promise<void> {
  const { promotionId: _promotion, ...changed } = row
  await tx
    .insert(merchantPromotions)
    .values({ ...row, merchantId })
    .onConflictDoUpdate({ target: [merchantPromotions.merchantId, merchantPromotions.promotionId], set: changed })
}
