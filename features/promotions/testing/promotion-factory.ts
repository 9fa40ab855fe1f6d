import { merchantPromotions } from '@quaff/features/promotions/tables'
import type { Services } from '@quaff/platform/server'

export type NewPromotion = typeof merchantPromotions.$inferInsert

/** An enabled promotion without limits; overrides by argument. */
function buildPromotion(services: Services, details: Partial<NewPromotion> & { merchantId: string }): NewPromotion {
  return {
    promotionId: 'happy_hour',
    enabled: true,
    metadata: {},
    updatedAt: services.clock.now(),
    updatedBy: null,
    version: 1,
    ...details,
  }
}

export async function insertPromotion(
  services: Services,
  details: Partial<NewPromotion> & { merchantId: string },
): Promise<NewPromotion> {
  const promotion = buildPromotion(services, details)
  await services.db.insert(merchantPromotions).values(promotion)
  return promotion
}
