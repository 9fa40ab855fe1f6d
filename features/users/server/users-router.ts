import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { usersContract } from '../contract'
import { deleteUser } from './access/delete-user'
import { reactivateUser } from './access/reactivate-user'
import { removeSecondFactor } from './access/remove-second-factor'
import { sendPasswordReset } from './access/send-password-reset'
import { suspendUser } from './access/suspend-user'
import { updateUserRole } from './access/update-user-role'
import { getUser } from './get-user'
import { cancelInvitation } from './invitations/cancel-invitation'
import { correctPendingEmail } from './invitations/correct-pending-email'
import { inviteUser } from './invitations/invite-user'
import { previewInvitation } from './invitations/preview-invitation'
import { resendInvitation } from './invitations/resend-invitation'
import { listUserIds } from './list-user-ids'
import { listUsers } from './list-users'
import { removeFromMerchant } from './membership/remove-from-merchant'
import { transferMerchant } from './membership/transfer-merchant'
import { updatePerson } from './profile/update-person'
import { updateProfile } from './profile/update-profile'
import { approveRegistration } from './registration/approve-registration'
import { rejectRegistration } from './registration/reject-registration'
import { userStats } from './user-stats'

const os = implement(usersContract).$context<Context>()

export const usersRouter = os.router({
  list: os.list.handler(({ context, input }) => listUsers(context, input)),
  listIds: os.listIds.handler(({ context, input }) => listUserIds(context, input)),
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
  updatePerson: os.updatePerson.handler(({ context, input }) => updatePerson(context, input)),
  removeSecondFactor: os.removeSecondFactor.handler(({ context, input }) => removeSecondFactor(context, input)),
  sendPasswordReset: os.sendPasswordReset.handler(({ context, input }) => sendPasswordReset(context, input)),
  transferMerchant: os.transferMerchant.handler(({ context, input }) => transferMerchant(context, input)),
})
