import { routerOf } from '@quaff/platform/server'
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

export { exportMerchants } from './merchant-export'
export { adoptMissingZones, adoptZoneHandler } from './adopt-zone'
export { approveMerchantDirect } from './approve-merchant'
export { forgetMerchantKind } from './delete-merchant'
export { approvedMail, changesRequestedMail, declinedMail, restoredMail, suspendedMail } from './merchant-emails'
export { compactMerchantCounts, listMerchantGroups, sumOf, type MerchantGroup } from './merchant-counts-store'
export { listKnownMerchantIds, listMerchantNames, merchantNamed, requireMerchant } from './merchant-store'
export { earlierThan, listRequests, listStepsChanged, readChangeRequest } from './change-request-store'
export {
  createApplication,
  findApplication,
  findApplicationOf,
  forgetApplicant,
  heldApplicationOf,
  lockOwnApplication,
  moveApplicant,
  unlinkApplicant,
  updateApplication,
  type ApplicationPatch,
  type StoredApplication,
} from './application-store'
export {
  insertMerchantRow,
  listOwnersToMail,
  lockMerchant,
  setApplicationId,
  updateMerchantRow,
  type MerchantPatch,
  type StoredMerchant,
} from './merchant-record-store'
export {
  readApplicationDocument,
  readMerchantDocument,
  writeApplicationDocument,
  writeMerchantDocument,
} from './merchant-document'
export { applicationDocumentRows, merchantDocumentRows, setLogoAddress } from './merchant-record-store'

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
