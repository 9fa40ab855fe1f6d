import { routerOf } from '@quaff/platform/server'
import { promotionsContract } from '../contract'
import { changeInBulk, previewBulk, undoDisable } from './change-in-bulk'
import { setEnabled } from './change-promotion'
import { listCatalogue, listForMerchant, listForPromotion } from './read-promotions'

export { readPromotionDocument, writePromotionDocument } from './promotion-document'
export { promotionDocumentRows } from './promotion-store'
export { decideRedemption } from './decide-redemption'

export const promotionsRouter = routerOf(promotionsContract, {
  catalogue: listCatalogue,
  listForPromotion,
  listForMerchant,
  setEnabled,
  undoDisable,
  previewBulk,
  bulk: changeInBulk,
})
