export {
  blankAccount,
  compactUserCounts,
  deleteAccount,
  findAccountByEmail,
  findAccountForUpdate,
  insertAccount,
  linkApplication,
  listStaffNames,
  lockAccount,
  lockPendingUser,
  saveCsvDialect,
  saveLastActive,
  saveProfile,
  saveUser,
  unlinkApplication,
  type Account,
} from './account-store'
export {
  findPasswordHash,
  isEmailTaken,
  listNeededHashConfigs,
  markLastActive,
  moveToEmail,
  replacePasswordHash,
  saveEmail,
  savePasswordHash,
} from './credential-store'
export {
  addToSubscriptionCounts,
  isCalled,
  lockCustomers,
  searchPeople,
  type CustomerState,
  type PersonSearch,
} from './customer-store'
export {
  addMembership,
  addToInvitation,
  joinMerchant,
  listMerchantIdsOf,
  lockPeople,
  noteMoved,
  removeFromInvitation,
  removeMembership,
  removeMerchantFromAll,
  replaceMemberships,
  saveInvitation,
  type LockedPerson,
} from './membership-store'
export {
  adminDocumentRows,
  findPeopleVersions,
  invitationDocumentRows,
  removePeople,
  writePeople,
  type PersonDocumentRow,
} from './people-document-store'
export { listAdministratorsToMail, saveActivation, saveRole } from './rights-store'
export { readAccountDocument, readUserDocument, type AccountDocumentRow } from './user-document'
export { findClaims, findWorkplaces } from './workplace-store'
export {
  readAdminDocument,
  readInvitationDocument,
  withoutAccountSecrets,
  withoutInvitationSecrets,
  writeAccountDocument,
  writeAdminDocument,
  writeInvitationDocument,
  writeOldPassword,
  writeUserDocument,
  type StoredPerson,
} from './write-person-documents'
export { compactUserSearch, walkNames } from './user-search-store'
