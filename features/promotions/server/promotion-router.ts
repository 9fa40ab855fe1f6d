import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { promotionsContract } from '../contract'
import { changeInBulk } from './change/change-in-bulk'
import { previewBulk } from './change/preview-bulk'
import { setEnabled } from './change/set-enabled'
import { undoDisable } from './change/undo-disable'
import { listCatalogue } from './list-catalogue'
import { listForMerchant } from './list-for-merchant'
import { listForPromotion } from './list-for-promotion'

const os = implement(promotionsContract).$context<Context>()

export const promotionsRouter = os.router({
  catalogue: os.catalogue.handler(({ context }) => listCatalogue(context)),
  listForPromotion: os.listForPromotion.handler(({ context, input }) => listForPromotion(context, input)),
  listForMerchant: os.listForMerchant.handler(({ context, input }) => listForMerchant(context, input)),
  setEnabled: os.setEnabled.handler(({ context, input }) => setEnabled(context, input)),
  undoDisable: os.undoDisable.handler(({ context, input }) => undoDisable(context, input)),
  previewBulk: os.previewBulk.handler(({ context, input }) => previewBulk(context, input)),
  bulk: os.bulk.handler(({ context, input }) => changeInBulk(context, input)),
})
