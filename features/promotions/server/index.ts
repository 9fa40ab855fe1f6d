export { promotionsRouter } from './promotion-router'
export { readPromotionDocument } from './documents/promotion-document'
