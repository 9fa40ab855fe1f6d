export { promotionsRouter } from './promotions-router'
export { readPromotionDocument, writePromotionDocument } from './promotion-document'
export { listEnabled, takePromotionUse } from './running-store'
export { promotionDocumentRows } from './promotion-store'
