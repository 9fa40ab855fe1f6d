export { effectiveRole } from './access-store'
export { resendInvitation } from './change-invitation'
export { createFirstAdministrator } from './create-first-administrator'
export { deleteUser, eraseAccount, erasedAddress } from './delete-user'
export { inviteUser } from './invite-user'
export { inviteVenueOwner } from './invite-venue-owner'
export { registerUser } from './register-user'
export { makeVenueOwner, openApplication, registerVenue } from './register-venue'
export { rejectedMail, venueOwnerMail } from './user-emails'
export { forgetMerchantHandler } from './remove-from-merchant'
export {
  approveRegistration,
  approveRegistrationIn,
  rejectRegistration,
  rejectRegistrationIn,
} from './review-registration'
export { mailWayIn } from './send-invitation'
export { sendPasswordResetTo } from './send-password-reset'
export { formerOwnerMail, newOwnerMail } from './user-emails'
export { updateProfile } from './update-profile'
export { updateUserRole } from './update-user-role'
export { invitationMail, movedInMail } from './user-emails'
export { exportUsers } from './user-export'
export { usersRouter } from './users-router'
