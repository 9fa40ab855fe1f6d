import { emailOnlyInput } from '@quaff/features/sign-in/contract'
import {
  approveRegistrationInput,
  rejectRegistrationInput,
  updateUserRoleInput,
} from '@quaff/features/users/access-contract'
import { inviteUserInput, registerUserInput, userIdInput } from '@quaff/features/users/contract'
import {
  approveRegistration,
  deleteUser,
  inviteUser,
  registerUser,
  rejectRegistration,
  resendInvitation,
  sendPasswordResetTo,
  updateUserRole,
} from '@quaff/features/users/server'
import { callable, orFailure, type Callable } from './callable'

/** The flag selects the schema: a public registration that names a role or merchants is rejected (G23). */
const createAdminUserV2: Callable = async (ctx, data) => {
  const isPublic =
    typeof data === 'object' && data !== null && 'isPublicRegistration' in data && data.isPublicRegistration === true
  return isPublic
    ? callable(registerUserInput, registerUser)(ctx, data)
    : callable(inviteUserInput, inviteUser)(ctx, data)
}

/** Uses the texts of spec §8 for internal errors. */
export const userCallables = {
  createAdminUserV2: orFailure('Failed to create admin user', createAdminUserV2),
  updateUserRole: orFailure('Failed to update user role', callable(updateUserRoleInput, updateUserRole)),
  deleteUser: orFailure('Failed to delete user', callable(userIdInput, deleteUser)),
  sendPasswordReset: orFailure('Failed to send password reset', callable(emailOnlyInput, sendPasswordResetTo)),
  resendInvitationEmail: orFailure('Failed to resend invitation', callable(userIdInput, resendInvitation)),
  approveUserRegistration: orFailure(
    'Failed to approve user registration',
    callable(approveRegistrationInput, approveRegistration),
  ),
  rejectUserRegistration: orFailure(
    'Failed to reject user registration',
    callable(rejectRegistrationInput, rejectRegistration),
  ),
}
