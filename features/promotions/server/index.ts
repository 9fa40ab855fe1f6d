export { promotionsRouter } from './promotion-router'
export { readPromotionDocument, writePromotionDocument } from './documents/promotion-document'
export { promotionDocumentRows } from './documents/promotion-document-store'
