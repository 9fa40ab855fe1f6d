import { readStatus } from '@quaff/features/merchants/lifecycle/rules'
import { logoOf } from '@quaff/features/merchants/rules'
import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import type { PromotionRow } from '../contract'
import { readMetadata } from '../rules'
import type { JoinedPromotion } from './promotion-store'

/** Without a document the promotion is disabled and has no version. Addresses of administrators are for administrators. */
export function presentPromotion(
  { merchant, promotion, updater }: JoinedPromotion,
  promotionId: string,
  reader: UserActor,
): PromotionRow {
  const address = reader.role === adminRole ? updater?.email : undefined
  return {
    merchantId: merchant.id,
    merchantName: merchant.name,
    merchantStatus: readStatus(merchant.status),
    logoUrl: logoOf(merchant),
    businessType: merchant.businessType,
    promotionId,
    enabled: promotion?.enabled ?? false,
    metadata: promotion?.enabled ? readMetadata(promotion.metadata ?? {}) : null,
    updatedAt: promotion?.updatedAt ?? null,
    updatedBy: promotion?.updatedBy ?? null,
    updatedByName: updater?.displayName ?? address ?? null,
    version: promotion?.version ?? 0,
  }
}
