import { z } from 'zod'
import { roles } from '@quaff/features/sessions/contract'
import { emailOnlyInput } from '@quaff/features/sign-in/contract'
import { inviteUserInput, registerUserInput, userIdInput, userLimits } from '@quaff/features/users/contract'
import { userPermissions } from '@quaff/features/users/permissions'
import { inviteUser, registerUser, resendInvitation, sendPasswordResetTo } from '@quaff/features/users/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { callable, notYet, readData, type Callable } from './callable'

const merchantIds = z.array(idSchema).max(userLimits.merchantsPerUser)
const updateRoleInput = z.strictObject({ userId: idSchema, role: z.enum(roles), merchantIds })
const approveInput = z.strictObject({ userId: idSchema, merchantIds })
const rejectInput = z.strictObject({ userId: idSchema, reason: z.string().max(textLimits.medium) })

/** Two schemas by the flag: a public registration that names a role or merchants is refused as a whole (decision 23). */
const createAdminUserV2: Callable = async (ctx, data) => {
  const isPublic =
    typeof data === 'object' && data !== null && 'isPublicRegistration' in data && data.isPublicRegistration === true
  if (isPublic) return registerUser(ctx, readData(registerUserInput, data))
  return inviteUser(ctx, readData(inviteUserInput, data))
}

const reserved = (action: keyof typeof userPermissions) => async (ctx: Context) => {
  authorize(ctx.actor, userPermissions, action)
  throw notYet()
}

export const userCallables = {
  createAdminUserV2,
  sendPasswordReset: callable(emailOnlyInput, sendPasswordResetTo),
  resendInvitationEmail: callable(userIdInput, resendInvitation),
  updateUserRole: callable(updateRoleInput, reserved('user.updateRole')),
  deleteUser: callable(userIdInput, reserved('user.delete')),
  approveUserRegistration: callable(approveInput, reserved('user.approve')),
  rejectUserRegistration: callable(rejectInput, reserved('user.reject')),
}
