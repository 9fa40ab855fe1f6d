import { routerOf } from '@quaff/platform/server/router'
import { merchantsContract } from '../contract'
import { approveMerchant } from './approve-merchant'
import { createMerchant } from './create-merchant'
import { deleteMerchant } from './delete-merchant'
import { countMerchants, getMerchant, getMerchantImpact, listMerchantOptions, listMerchants } from './read-merchants'
import { findLastAnswer, listReviewQueue } from './read-review-queue'
import { requestChanges } from './request-changes'
import { approveMany, markReviewed } from './review-many'
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
