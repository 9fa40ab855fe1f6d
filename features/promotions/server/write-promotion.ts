import type { StoredMerchant } from '@quaff/features/merchants/server'
import type { OneMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import type { Locked } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { PromotionRow } from '../contract'
import { promotionRefusals } from '../refusals'
import { presentPromotion } from './promotion-presenter'
import { findStoredRow, putPromotion, type StoredPromotion } from './promotion-store'

export type PromotionWrite = {
  action: 'enable_promotion' | 'update_promotion' | 'disable_promotion'
  merchant: Locked<StoredMerchant>
  promotionId: string
  stored: StoredPromotion | null
  enabled: boolean
  metadata: Record<string, unknown> | null
}

/** One change with its audit row, read back as it is stored; a document that is gone by then fails the change (spec §8). */
export async function writePromotion(
  ctx: Context,
  tx: Transaction,
  { actor, scope }: { actor: UserActor; scope: OneMerchant },
  { action, merchant, promotionId, stored, enabled, metadata }: PromotionWrite,
): Promise<PromotionRow> {
  await putPromotion(tx, merchant, {
    promotionId,
    enabled,
    metadata,
    updatedAt: ctx.clock.now(),
    updatedBy: actor.userId,
    version: (stored?.version ?? 0) + 1,
  })
  await recordAudit(ctx, tx, {
    action,
    targetType: 'promotion',
    targetId: promotionId,
    merchantId: merchant.id,
    before: { enabled: stored?.enabled ?? false, metadata: stored?.metadata ?? null },
    after: { enabled, metadata },
  })
  await publishLive(tx, { topic: 'merchant', subjectId: merchant.id, merchantId: merchant.id })
  const written = await findStoredRow(tx, scope, promotionId)
  if (!written) throw refuse(promotionRefusals, 'PROMOTION_MISSING')
  return presentPromotion(written, promotionId, actor)
}
