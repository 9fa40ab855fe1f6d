import { z } from 'zod'
import { roles } from '@quaff/features/accounts/contract'
import { formSchema, formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { email, optional, personName, phone, reason } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'

/** Actions on a user; `possibleUserActions` decides who may take them and when. */
export const userActions = [
  'updateRole',
  'suspend',
  'reactivate',
  'delete',
  'approve',
  'reject',
  'resendInvitation',
  'cancelInvitation',
  'correctEmail',
  'sendPasswordReset',
  'updatePerson',
  'removeSecondFactor',
  'removePasskeys',
  'unlinkSingleSignOn',
  'exportPerson',
  'erase',
] as const
export type UserAction = (typeof userActions)[number]

export const accessLimits = {
  merchantsPerUser: 50,
  /** The toast offers it for ten seconds; the rest is for slow connections. */
  undoRemovalMs: 2 * 60_000,
} as const

export const assignedMerchantsSchema = z.array(idSchema).max(accessLimits.merchantsPerUser)
export const rejectionField = reason()
/** Stored without an email. */
export const noteField = optional(rejectionField)
const person = z.strictObject({ userId: idSchema })
/** The version of the person that the form was opened with. */
const versioned = person.extend({ version: z.int().min(1) })
const done = z.object({ success: z.literal(true) })
/** The version that taking it back needs. */
const statusChanged = done.extend({ version: z.int() })
export type StatusChanged = z.infer<typeof statusChanged>

/** `updateUserRole` of spec §7. Administrators and customers get no merchants, even if the input lists some. */
export const updateUserRoleInput = z.strictObject({
  userId: idSchema,
  role: z.enum(roles),
  merchantIds: assignedMerchantsSchema,
})
export type UpdateUserRoleInput = z.infer<typeof updateUserRoleInput>
/** `approveUserRegistration` of spec §7; without merchants only for a person with an application. */
export const approveRegistrationInput = z.strictObject({ userId: idSchema, merchantIds: assignedMerchantsSchema })
export type ApproveRegistrationInput = z.infer<typeof approveRegistrationInput>
/** `rejectUserRegistration` of spec §7. The console always sends a reason, which is emailed. */
export const rejectRegistrationInput = z.strictObject({ userId: idSchema, reason: formSchema(noteField) })
export type RejectRegistrationInput = z.infer<typeof rejectRegistrationInput>

export const changeStatusInput = versioned.extend({ reason: formSchema(noteField).optional() })
export type ChangeStatusInput = z.infer<typeof changeStatusInput>
/** `confirmEmail` is the person's address, typed. */
export const deleteUserInput = versioned.extend({ confirmEmail: z.string().max(textLimits.email) })
export type DeleteUserInput = z.infer<typeof deleteUserInput>
export const correctionField = email()
export const correctEmailInput = versioned.extend({ email: formSchema(correctionField) })
export type CorrectEmailInput = z.infer<typeof correctEmailInput>
/** Name and phone of another user; blanks remove them. `requestKey`: a repeated save returns the first result. */
export const personFields = { displayName: optional(personName()), phoneNumber: phone() }
export const updatePersonInput = versioned.extend({ ...formSchemas(personFields), requestKey: z.uuid().optional() })
export type UpdatePersonInput = z.infer<typeof updatePersonInput>
export const removeSecondFactorInput = versioned
export type RemoveSecondFactorInput = z.infer<typeof removeSecondFactorInput>
export const removePasskeysInput = versioned
export type RemovePasskeysInput = z.infer<typeof removePasskeysInput>
export const unlinkPersonInput = versioned
export type UnlinkPersonInput = z.infer<typeof unlinkPersonInput>
export const removeFromMerchantInput = z.strictObject({ userId: idSchema, merchantId: idSchema })
export type RemoveFromMerchantInput = z.infer<typeof removeFromMerchantInput>

const post = route('POST', 'Users')
const put = route('PUT', 'Users')
const patch = route('PATCH', 'Users')
const remove = route('DELETE', 'Users')

/** Each refuses with CONFLICT and a `UserActionRefusal` as its reason, or STALE_VERSION; foreign people are not found. */
export const accessContract = {
  updateRole: put('/users/{userId}/role', 'Change role and merchants')
    .input(updateUserRoleInput.extend({ version: z.int().min(1) }))
    .output(done),
  suspend: post('/users/{userId}/suspend', 'Suspend a user').input(changeStatusInput).output(statusChanged),
  reactivate: post('/users/{userId}/reactivate', 'Reactivate a suspended user')
    .input(changeStatusInput)
    .output(statusChanged),
  delete: remove('/users/{userId}', 'Delete a user').input(deleteUserInput).output(done),
  approve: post('/users/{userId}/approve', 'Approve a registration and send an invitation')
    .input(approveRegistrationInput)
    .output(done),
  reject: post('/users/{userId}/reject', 'Reject a registration')
    .input(rejectRegistrationInput.extend({ reason: formSchema(rejectionField) }))
    .output(done),
  resendInvitation: post('/users/{userId}/invitation', 'Resend an invitation').input(person).output(done),
  cancelInvitation: remove('/users/{userId}/invitation', 'Cancel an invitation').input(person).output(done),
  correctEmail: patch('/users/{userId}/email', 'Correct the email of an invited user')
    .input(correctEmailInput)
    .output(done),
  removeFromMerchant: remove('/merchants/{merchantId}/team/{userId}', 'Remove a user from a merchant')
    .input(removeFromMerchantInput)
    .output(done),
  /** Refuses with CONFLICT and a reason of `restoreRefusals`. */
  restoreToMerchant: put('/merchants/{merchantId}/team/{userId}', 'Undo removing a user from a merchant')
    .input(removeFromMerchantInput)
    .output(done),
  updatePerson: patch('/users/{userId}', 'Edit a user’s name and phone number').input(updatePersonInput).output(done),
  removeSecondFactor: post('/users/{userId}/second-factor/removal', 'Remove a user’s authenticator app')
    .input(removeSecondFactorInput)
    .output(done),
  removePasskeys: post('/users/{userId}/passkeys/removal', 'Remove a user’s passkeys')
    .input(removePasskeysInput)
    .output(done),
  unlinkSingleSignOn: post('/users/{userId}/single-sign-on/removal', 'Unlink a user’s single sign-on')
    .input(unlinkPersonInput)
    .output(done),
  sendPasswordReset: post('/users/{userId}/password-reset', 'Email a password reset link').input(person).output(done),
}
