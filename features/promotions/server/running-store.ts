import { and, asc, eq, sql } from 'drizzle-orm'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { inText, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import { merchantPromotions, promotionUses } from './tables'

/** Returns enabled promotions by id. Their details decide whether they run today. */
export async function listEnabled(db: Queryable, scope: MerchantScope, merchantId: string) {
  return db
    .select({ promotionId: merchantPromotions.promotionId, metadata: merchantPromotions.metadata })
    .from(merchantPromotions)
    .where(
      and(
        scopeWhere(scope, merchantPromotions.merchantId),
        eq(merchantPromotions.merchantId, merchantId),
        eq(merchantPromotions.enabled, true),
      ),
    )
    .orderBy(asc(merchantPromotions.promotionId))
}

type Use = { merchantId: string; promotionId: string; limit: number | null }

/** Counts one use; returns false at the limit. A concurrent call waits. */
export async function takePromotionUse(
  tx: Transaction,
  scope: MerchantScope,
  { merchantId, promotionId, limit }: Use,
): Promise<boolean> {
  const taken = await tx.execute<Record<string, unknown>>(sql`
    insert into ${promotionUses} (merchant_id, promotion_id, uses)
    select ${merchants.id}, ${promotionId}, 1 from ${merchants}
    where ${and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId))}
    on conflict (merchant_id, promotion_id) do update set uses = ${promotionUses.uses} + 1
    where ${limit}::integer is null or ${promotionUses.uses} < ${limit}::integer
    returning uses`)
  return taken.rows.length > 0
}

/** Uses are counted since the promotion was enabled. */
export async function clearUses(tx: Transaction, { id }: Locked<StoredMerchant>, promotionId: string) {
  await tx
    .delete(promotionUses)
    .where(and(eq(promotionUses.merchantId, id), eq(promotionUses.promotionId, promotionId)))
}

export async function findVenue(db: Queryable, scope: MerchantScope, merchantId: string) {
  const { name, status, isLive, requireLocationCheck, timeZone } = merchants
  const [row] = await db
    .select({ name, status, isLive, requireLocationCheck, timeZone })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)))
  return row
}

/** Counts the person's redemptions there, up to `most`. */
export async function countDrinks(
  db: Queryable,
  scope: MerchantScope,
  { userId, merchantId, most }: { userId: string; merchantId: string; most: number },
) {
  const drinks = await db
    .select({ one: sql`1` })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.userId, userId),
        eq(redemptions.merchantId, merchantId),
        eq(redemptions.status, redemptionDefaults.status),
      ),
    )
    .limit(inText(most))
  return drinks.length
}
