import { routerOf } from '@quaff/platform/server/router'
import { promotionsContract } from '../contract'
import { changeInBulk } from './change/change-in-bulk'
import { previewBulk } from './change/preview-bulk'
import { setEnabled } from './change/set-enabled'
import { undoDisable } from './change/undo-disable'
import { listCatalogue } from './list-catalogue'
import { listForMerchant } from './list-for-merchant'
import { listForPromotion } from './list-for-promotion'

export const promotionsRouter = routerOf(promotionsContract, {
  catalogue: listCatalogue,
  listForPromotion,
  listForMerchant,
  setEnabled,
  undoDisable,
  previewBulk,
  bulk: changeInBulk,
})
