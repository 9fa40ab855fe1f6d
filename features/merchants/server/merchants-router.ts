import { routerOf } from '@quaff/platform/server/router'
import { merchantsContract } from '../contract'
import { approveMany } from './approve-many'
import { approveMerchant } from './approve-merchant'
import { countMerchants } from './count-merchants'
import { createMerchant } from './create-merchant'
import { deleteMerchant } from './delete-merchant'
import { findLastAnswer } from './find-last-answer'
import { getMerchant } from './get-merchant'
import { getMerchantImpact } from './get-merchant-impact'
import { listMerchantOptions } from './list-merchant-options'
import { listMerchants } from './list-merchants'
import { listReviewQueue } from './list-review-queue'
import { markReviewed } from './mark-reviewed'
import { requestChanges } from './request-changes'
import { setLive } from './set-live'
import { archiveMerchant, declineMerchant, restoreMerchant, suspendMerchant } from './stop-merchant'
import { updateMerchant } from './update-merchant'

export const merchantsRouter = routerOf(merchantsContract, {
  list: listMerchants,
  counts: countMerchants,
  get: getMerchant,
  create: createMerchant,
  update: updateMerchant,
  setLive,
  approve: approveMerchant,
  approveMany,
  markReviewed,
  requestChanges,
  decline: declineMerchant,
  suspend: suspendMerchant,
  archive: archiveMerchant,
  restore: restoreMerchant,
  delete: deleteMerchant,
  impact: getMerchantImpact,
  reviewQueue: listReviewQueue,
  lastAnswer: findLastAnswer,
  options: listMerchantOptions,
})
