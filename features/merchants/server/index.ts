export { exportMerchants } from './merchant-export'
export { adoptMissingZones, adoptZoneHandler } from './adopt-zone'
export { approveMerchantDirect } from './approve-merchant'
export { forgetMerchantKind } from './delete-merchant'
export { approvedMail, changesRequestedMail, declinedMail, restoredMail, suspendedMail } from './merchant-emails'
export { compactMerchantCounts, listMerchantGroups, sumOf, type MerchantGroup } from './merchant-counts-store'
export { merchantsRouter } from './merchants-router'
export { listKnownMerchantIds, listMerchantNames, merchantNamed, requireMerchant } from './merchant-store'
export { earlierThan, listRequests, listStepsChanged, readChangeRequest } from './change-request-store'
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
} from './application-store'
export {
  insertMerchantRow,
  listOwnersToMail,
  lockMerchant,
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
export { applicationDocumentRows, merchantDocumentRows, setLogoAddress } from './merchant-document-store'
