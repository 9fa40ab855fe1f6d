export {
  deleteAccount,
  findAccountByEmail,
  findAccountForUpdate,
  insertAccount,
  linkApplication,
  listStaffNames,
  lockAccount,
  lockPendingUser,
  saveLastActive,
  saveProfile,
  saveUser,
  unlinkApplication,
  type Account,
} from './account-store'
export {
  findPasswordHash,
  isEmailTaken,
  markLastActive,
  moveToEmail,
  replacePasswordHash,
  saveEmail,
  savePasswordHash,
} from './credential-store'
export { blankAccount } from './erasure-store'
export { addToInvitation, removeFromInvitation, saveInvitation } from './invitation-store'
export {
  addMembership,
  joinMerchant,
  listMerchantIdsOf,
  lockPeople,
  noteMoved,
  removeMembership,
  removeMerchantFromAll,
  replaceMemberships,
  type LockedPerson,
} from './membership-store'
export { listAdministratorsToMail, saveActivation, saveRole } from './rights-store'
export { lockCustomers, type CustomerState } from './customer-store'
export { listNeededHashConfigs } from './borrowed-password-store'
export { addToSubscriptionCounts } from './subscription-count-store'
export { compactUserCounts } from './user-counts-store'
export { readAccountDocument, readUserDocument, type AccountDocumentRow } from './user-document'
export { findPeopleVersions, type PersonDocumentRow, removePeople, writePeople } from './people-document-store'
export { findClaims, findWorkplaces } from './workplace-store'
export {
  readAdminDocument,
  readInvitationDocument,
  withoutInvitationSecrets,
  writeAdminDocument,
  writeInvitationDocument,
} from './role-documents'
export {
  type StoredPerson,
  withoutAccountSecrets,
  writeAccountDocument,
  writeOldPassword,
  writeUserDocument,
} from './write-person-documents'
export { adminDocumentRows, invitationDocumentRows } from './role-document-store'
