import { routerOf } from '@quaff/platform/server/router'
import { merchantsContract } from '../contract'
import { approveMerchant } from '../lifecycle/server/approve-merchant'
import { deleteMerchant } from '../lifecycle/server/delete-merchant'
import { getMerchantImpact } from '../lifecycle/server/get-merchant-impact'
import { requestChanges } from '../lifecycle/server/request-changes'
import { setLive } from '../lifecycle/server/set-live'
import { archiveMerchant, declineMerchant, restoreMerchant, suspendMerchant } from '../lifecycle/server/stop-merchant'
import { createMerchant } from '../record/server/create-merchant'
import { updateMerchant } from '../record/server/update-merchant'
import { approveMany } from '../review/server/approve-many'
import { findLastAnswer } from '../review/server/find-last-answer'
import { listReviewQueue } from '../review/server/list-review-queue'
import { markReviewed } from '../review/server/mark-reviewed'
import { countMerchants } from './count-merchants'
import { getMerchant } from './get-merchant'
import { listMerchantOptions } from './list-merchant-options'
import { listMerchants } from './list-merchants'

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
