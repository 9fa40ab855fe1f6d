export {
  deleteAccount,
  findAccountByEmail,
  findAccountForUpdate,
  findPasswordHash,
  isEmailTaken,
  markLastActive,
  replacePasswordHash,
  saveEmail,
  saveLastActive,
  savePasswordHash,
  saveProfile,
  saveUser,
  type Account,
} from './account-store'
export { blankAccount } from './erasure-store'
export {
  assignMerchants,
  insertAccount,
  linkApplication,
  lockPendingUser,
  moveToEmail,
  saveInvitation,
} from './invitation-store'
export { joinMerchant } from './join-merchant-store'
export {
  addMembership,
  listMerchantIdsOf,
  lockPeople,
  removeFromInvitation,
  removeMembership,
  removeMerchantFromAll,
  replaceMemberships,
  unlinkApplication,
  type LockedPerson,
} from './membership-store'
export { saveActivation, saveRole } from './rights-store'
export { addToSubscriptionCounts } from './subscription-count-store'
export { compactUserCounts } from './user-counts-store'
