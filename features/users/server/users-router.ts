import { routerOf } from '@quaff/platform/server/router'
import { deleteUser } from '../access/server/delete-user'
import { reactivateUser } from '../access/server/reactivate-user'
import { sendPasswordReset } from '../access/server/send-password-reset'
import { removePasskeys } from '../access/server/sign-in-ways/remove-passkeys'
import { removeSecondFactor } from '../access/server/sign-in-ways/remove-second-factor'
import { unlinkPerson } from '../access/server/sign-in-ways/unlink-person'
import { suspendUser } from '../access/server/suspend-user'
import { updateUserRole } from '../access/server/update-user-role'
import { usersContract } from '../contract'
import { cancelInvitation } from '../invitations/server/cancel-invitation'
import { correctPendingEmail } from '../invitations/server/correct-pending-email'
import { inviteUser } from '../invitations/server/invite-user'
import { previewInvitation } from '../invitations/server/preview-invitation'
import { resendInvitation } from '../invitations/server/resend-invitation'
import { removeFromMerchant } from '../membership/server/remove-from-merchant'
import { restoreToMerchant } from '../membership/server/restore-to-merchant'
import { transferMerchant } from '../membership/server/transfer-merchant'
import { acceptInvitation } from '../merchant-invitations/server/accept-invitation'
import { listInvitations } from '../merchant-invitations/server/list-invitations'
import { openInvitation } from '../merchant-invitations/server/open-invitation'
import { resendMerchantInvitation } from '../merchant-invitations/server/resend-merchant-invitation'
import { revokeInvitation } from '../merchant-invitations/server/revoke-invitation'
import { updatePerson } from '../profile/server/update-person'
import { updateProfile } from '../profile/server/update-profile'
import { approveRegistration } from '../registration/server/approve-registration'
import { rejectRegistration } from '../registration/server/reject-registration'
import { getUser } from './get-user'
import { listSelectedUsers } from './list-selected-users'
import { listUserIds } from './list-user-ids'
import { listUsers } from './list-users'
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
