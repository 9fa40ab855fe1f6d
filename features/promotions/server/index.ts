export { promotionsRouter } from './promotions-router'
export { readPromotionDocument, writePromotionDocument } from './documents/promotion-document'
export { listEnabled, takePromotionUse } from './running-store'
export { promotionDocumentRows } from './documents/promotion-document-store'
