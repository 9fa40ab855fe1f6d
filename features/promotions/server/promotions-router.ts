import { routerOf } from '@quaff/platform/server/router'
import { promotionsContract } from '../contract'
import { changeInBulk, previewBulk } from './change-in-bulk'
import { setEnabled } from './change-promotion'
import { listCatalogue, listForMerchant, listForPromotion } from './read-promotions'
import { undoDisable } from './undo-disable'

export const promotionsRouter = routerOf(promotionsContract, {
  catalogue: listCatalogue,
  listForPromotion,
  listForMerchant,
  setEnabled,
  undoDisable,
  previewBulk,
  bulk: changeInBulk,
})
