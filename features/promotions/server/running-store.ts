import { and, asc, eq, sql } from 'drizzle-orm'
import type { StoredMerchant } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { Locked } from '@quaff/platform/server/transaction'
import type { StoredDetails } from '../rules'
import { merchantPromotions, promotionUses } from './tables'

/** Returns enabled promotions by id. Their details decide whether they run today. */
export async function listEnabled(db: Queryable, scope: MerchantScope, merchantId: string): Promise<StoredDetails[]> {
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
export async function clearUses(tx: Transaction, { id }: Locked<StoredMerchant>, promotionId: string): Promise<void> {
  await tx
    .delete(promotionUses)
    .where(and(eq(promotionUses.merchantId, id), eq(promotionUses.promotionId, promotionId)))
}
