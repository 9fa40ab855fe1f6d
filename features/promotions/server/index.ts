export { promotionsRouter } from './promotions-router'
export { readPromotionDocument, writePromotionDocument } from './promotion-document'
export { promotionDocumentRows } from './promotion-store'
export { decideRedemption } from './decide-redemption'
