import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const os = implement(usersContract).$context<Context>()

export const usersRouter = os.router({
  list: os.list.handler(({ context, input }) => listUsers(context, input)),
  listIds: os.listIds.handler(({ context, input }) => listUserIds(context, input)),
  listSelected: os.listSelected.handler(({ context, input }) => listSelectedUsers(context, input)),
  get: os.get.handler(({ context, input }) => getUser(context, input)),
  stats: os.stats.handler(({ context, input }) => userStats(context, input)),
  updateProfile: os.updateProfile.handler(({ context, input }) => updateProfile(context, input)),
  invite: os.invite.handler(({ context, input }) => inviteUser(context, input)),
  previewInvitation: os.previewInvitation.handler(({ context, input }) => previewInvitation(context, input)),
  updateRole: os.updateRole.handler(({ context, input }) => updateUserRole(context, input)),
  suspend: os.suspend.handler(({ context, input }) => suspendUser(context, input)),
  reactivate: os.reactivate.handler(({ context, input }) => reactivateUser(context, input)),
  delete: os.delete.handler(({ context, input }) => deleteUser(context, input)),
  approve: os.approve.handler(({ context, input }) => approveRegistration(context, input)),
  reject: os.reject.handler(({ context, input }) => rejectRegistration(context, input)),
  resendInvitation: os.resendInvitation.handler(({ context, input }) => resendInvitation(context, input)),
  cancelInvitation: os.cancelInvitation.handler(({ context, input }) => cancelInvitation(context, input)),
  correctEmail: os.correctEmail.handler(({ context, input }) => correctPendingEmail(context, input)),
  removeFromMerchant: os.removeFromMerchant.handler(({ context, input }) => removeFromMerchant(context, input)),
  listInvitations: os.listInvitations.handler(({ context, input }) => listInvitations(context, input)),
  resendMerchantInvitation: os.resendMerchantInvitation.handler(({ context, input }) =>
    resendMerchantInvitation(context, input),
  ),
  revokeInvitation: os.revokeInvitation.handler(({ context, input }) => revokeInvitation(context, input)),
  openInvitation: os.openInvitation.handler(({ context, input }) => openInvitation(context, input)),
  acceptInvitation: os.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
  restoreToMerchant: os.restoreToMerchant.handler(({ context, input }) => restoreToMerchant(context, input)),
  updatePerson: os.updatePerson.handler(({ context, input }) => updatePerson(context, input)),
  removePasskeys: os.removePasskeys.handler(({ context, input }) => removePasskeys(context, input)),
  unlinkSingleSignOn: os.unlinkSingleSignOn.handler(({ context, input }) => unlinkPerson(context, input)),
  removeSecondFactor: os.removeSecondFactor.handler(({ context, input }) => removeSecondFactor(context, input)),
  sendPasswordReset: os.sendPasswordReset.handler(({ context, input }) => sendPasswordReset(context, input)),
  transferMerchant: os.transferMerchant.handler(({ context, input }) => transferMerchant(context, input)),
})
