export { exportMerchants } from './merchant-export'
export { adoptMissingZones, adoptZoneHandler } from '../zone/server/adopt-zone'
export { approveMerchantDirect } from '../lifecycle/server/approve-merchant'
export { forgetMerchantKind } from '../lifecycle/server/delete-merchant'
export {
  approvedMail,
  changesRequestedMail,
  declinedMail,
  restoredMail,
  suspendedMail,
} from '../lifecycle/server/merchant-emails'
export { compactMerchantCounts, listMerchantGroups, sumOf, type MerchantGroup } from './merchant-counts-store'
export { merchantsRouter } from './merchants-router'
export { listKnownMerchantIds, listMerchantNames, requireMerchant } from './merchant-store'
export { earlierThan, listRequests, listStepsChanged, readChangeRequest } from '../review/server/change-request-store'
export {
  createApplication,
  findApplication,
  findApplicationOf,
  forgetApplicant,
  heldApplicationOf,
  lockOwnApplication,
  unlinkApplicant,
  updateApplication,
  type ApplicationPatch,
  type StoredApplication,
} from '../record/server/application-store'
export {
  insertMerchantRow,
  listOwnersToMail,
  lockMerchant,
  updateMerchantRow,
  type MerchantPatch,
  type StoredMerchant,
} from '../record/server/merchant-record-store'
export { readMerchantDocument } from './documents/merchant-document'
export { applicationDocumentRows, merchantDocumentRows, setLogoAddress } from './documents/merchant-document-store'
export { readApplicationDocument, writeApplicationDocument } from './documents/application-document'
export { writeMerchantDocument } from './documents/write-merchant-document'
