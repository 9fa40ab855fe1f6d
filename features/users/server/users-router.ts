import { routerOf } from '@quaff/platform/server/router'
import { usersContract } from '../contract'
import { acceptInvitation } from './accept-invitation'
import { approveRegistration } from './approve-registration'
import { cancelInvitation } from './cancel-invitation'
import { correctPendingEmail } from './correct-pending-email'
import { deleteUser } from './delete-user'
import { getUser } from './get-user'
import { inviteUser } from './invite-user'
import { listInvitations } from './list-invitations'
import { listSelectedUsers } from './list-selected-users'
import { listUserIds } from './list-user-ids'
import { listUsers } from './list-users'
import { openInvitation } from './open-invitation'
import { previewInvitation } from './preview-invitation'
import { reactivateUser } from './reactivate-user'
import { rejectRegistration } from './reject-registration'
import { removeFromMerchant } from './remove-from-merchant'
import { removePasskeys } from './remove-passkeys'
import { removeSecondFactor } from './remove-second-factor'
import { resendInvitation } from './resend-invitation'
import { resendMerchantInvitation } from './resend-merchant-invitation'
import { restoreToMerchant } from './restore-to-merchant'
import { revokeInvitation } from './revoke-invitation'
import { sendPasswordReset } from './send-password-reset'
import { suspendUser } from './suspend-user'
import { transferMerchant } from './transfer-merchant'
import { unlinkPerson } from './unlink-person'
import { updatePerson } from './update-person'
import { updateProfile } from './update-profile'
import { updateUserRole } from './update-user-role'
import { userStats } from './user-stats'

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
