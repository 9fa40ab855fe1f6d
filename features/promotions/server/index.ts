export { promotionsRouter } from './promotion-router'
export { readPromotionDocument } from './documents/promotion-document'
export { promotionDocumentRows } from './documents/promotion-document-store'
