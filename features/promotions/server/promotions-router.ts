import { routerOf } from '@quaff/platform/server/router'
import { promotionsContract } from '../contract'
import { changeInBulk } from './change-in-bulk'
import { listCatalogue } from './list-catalogue'
import { listForPromotion } from './list-for-promotion'
import { listForMerchant } from './list-promotions'
import { previewBulk } from './preview-bulk'
import { setEnabled } from './set-enabled'
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
