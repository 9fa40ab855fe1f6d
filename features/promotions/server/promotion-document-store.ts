import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { merchantPromotions } from './tables'

export const promotionDocumentRows = importedRows(
  merchantPromotions,
  [merchantPromotions.merchantId, merchantPromotions.promotionId],
  merchantPromotions.version,
)
