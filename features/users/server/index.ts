import { routerOf } from '@quaff/platform/server'
import { usersContract } from '../contract'
import { acceptInvitation, openInvitation } from './accept-invitation'
import { cancelInvitation, correctPendingEmail, resendInvitation } from './change-invitation'
import { reactivateUser, suspendUser } from './change-status'
import { deleteUser } from './delete-user'
import { inviteUser, previewInvitation } from './invite-user'
import { listInvitations, resendMerchantInvitation, revokeInvitation } from './merchant-invitations'
import { getUser, listSelectedUsers, listUserIds, listUsers, userStats } from './read-users'
import { removeFromMerchant, restoreToMerchant } from './remove-from-merchant'
import { removePasskeys, removeSecondFactor, unlinkPerson } from './remove-sign-in-method'
import { approveRegistration, rejectRegistration } from './review-registration'
import { sendPasswordReset } from './send-password-reset'
import { transferMerchant } from './transfer-merchant'
import { updatePerson, updateProfile } from './update-profile'
import { updateUserRole } from './update-user-role'

export { effectiveRole } from './access-store'
export { resendInvitation } from './change-invitation'
export { createFirstAdministrator } from './register-user'
export { deleteUser, eraseAccount, erasedAddress } from './delete-user'
export { inviteUser } from './invite-user'
export { inviteVenueOwner } from './invite-venue-owner'
export { registerUser } from './register-user'
export { makeVenueOwner, openApplication, registerVenue } from './register-venue'
export { rejectedMail, venueOwnerMail, formerOwnerMail, newOwnerMail, invitationMail, movedInMail } from './user-emails'
export { forgetMerchantHandler } from './remove-from-merchant'
export {
  approveRegistration,
  approveRegistrationIn,
  rejectRegistration,
  rejectRegistrationIn,
} from './review-registration'
export { mailWayIn } from './send-invitation'
export { sendPasswordResetTo } from './send-password-reset'
export { updateProfile } from './update-profile'
export { updateUserRole } from './update-user-role'
export { exportUsers } from './user-export'

export const usersRouter = routerOf(usersContract, {
  list: listUsers,
  listIds: listUserIds,
  listSelected: listSelectedUsers,
  get: getUser,
  stats: userStats,
  updateProfile,
  invite: inviteUser,
  previewInvitation,
  updateRole: updateUserRole,
  suspend: suspendUser,
  reactivate: reactivateUser,
  delete: deleteUser,
  approve: approveRegistration,
  reject: rejectRegistration,
  resendInvitation,
  cancelInvitation,
  correctEmail: correctPendingEmail,
  removeFromMerchant,
  listInvitations,
  resendMerchantInvitation,
  revokeInvitation,
  openInvitation,
  acceptInvitation,
  restoreToMerchant,
  updatePerson,
  removePasskeys,
  unlinkSingleSignOn: unlinkPerson,
  removeSecondFactor,
  sendPasswordReset,
  transferMerchant,
})
