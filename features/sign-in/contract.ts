import { z } from 'zod'
import { invitedToSchema } from '@quaff/features/accounts/contract'
import { sessionSchema } from '@quaff/features/sessions/contract'
import { formSchema, formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { email, mailedCode, needed, password, personName } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { emailSchema as newEmailSchema, textLimits } from '@quaff/platform/shared/text'
import { proofTokenSchema } from './email-verification-contract'
import { passkeyContract, passkeySignInInput, useSchema } from './passkeys/contract'
import { secondFactorContract, secondStepSchema } from './second-factor/contract'
import { singleSignOnContract } from './single-sign-on/contract'

/** Spec §9, G17–G19, G22. */
export const signInLimits = {
  profilePasswordMin: 8,
  passwordMax: textLimits.password,
  existenceDebounceMs: 500,
  linkFailureRedirectMs: 3_000,
  welcomeRedirectMs: 2_000,
  signInLinkMs: 10 * 60_000,
  invitationLinkMs: 72 * 3_600_000,
  codeMs: 10 * 60_000,
  codeTries: 5,
} as const

export const signInMessages = {
  passwordsDiffer: "Passwords don't match",
  signInFailed: 'Failed to sign in',
  linkSignInFailed: 'Failed to sign in with email link',
  completeFailed: 'Failed to complete sign-in',
  setPasswordFailed: 'Failed to set password',
  signOutFailed: 'Failed to sign out',
  setupFailed: 'Failed to setup account. Please try again.',
  tooManyChecks: 'Too many attempts. Try again in a minute.',
  passwordUpdated: 'Password updated',
  linkUsed: 'This link was already used.',
  linkExpired: 'This link has expired.',
  linkReplaced: 'This link was replaced by a newer one. Check your inbox, or request another.',
  wrongAddress: 'This link was sent to a different email. Enter that one.',
} as const

const shortestPassword = 6
export const signInFields = {
  email: email(),
  password: password(shortestPassword, 'Password must be at least 6 characters'),
}
export const newPasswordFields = { password: signInFields.password }
/** Spec §5: the confirmation has the same minimum with its own text, and must equal the password. */
export const confirmationField = password(shortestPassword, 'Please confirm your password')
export const accountFields = { displayName: personName(), ...newPasswordFields }
/** Needed if the link is opened on another device. */
export const linkEmailField = needed(signInFields.email, 'Please enter your email address')
/** An existing password. */
export const knownPasswordField = password(1, 'Enter your password')
export const codeField = mailedCode()

const newPassword = formSchema(signInFields.password)
const emailSchema = formSchema(signInFields.email)
const token = z.string().min(20).max(128)
const code = formSchema(codeField)

export const passwordSignInInput = z.strictObject(formSchemas(signInFields))
export const emailOnlyInput = z.strictObject({ email: emailSchema })
export const linkInput = z.strictObject({ token })
export const completeSignInInput = z.strictObject({ email: emailSchema, token })
export const setPasswordInput = z.strictObject(formSchemas(newPasswordFields))
export const checkUserExistsInput = z.strictObject({
  email: emailSchema,
  /** One of the two proves the address; without it the response is only the banner class (G17). */
  invitationToken: token.optional(),
  mailboxProof: proofTokenSchema.optional(),
})
export const setupUserAccountInput = z.strictObject({
  email: emailSchema,
  ...formSchemas(accountFields),
  /** One of the three proves the email address (G18). */
  invitationToken: token.optional(),
  mailboxProof: proofTokenSchema.optional(),
  code: code.optional(),
})
export const resetPasswordInput = z.strictObject({ token, password: newPassword })
/** The rule checks the length in the order of spec §5, so there is no minimum here. */
export const changePasswordInput = z.strictObject({
  currentPassword: z.string().max(signInLimits.passwordMax),
  newPassword: z.string().max(signInLimits.passwordMax),
  confirmPassword: z.string().max(signInLimits.passwordMax),
})

/** G22: the password, or for users without one the emailed code, or a passkey (0055). */
export const reauthenticateInput = z.union([
  z.strictObject({ password: formSchema(knownPasswordField) }),
  z.strictObject({ code }),
  passkeySignInInput,
])
export type ReauthenticateInput = z.infer<typeof reauthenticateInput>

/** Spec §3 "User existence check result". Anonymous callers get no name, role or merchants (G17). */
export const userExistenceSchema = z.object({
  exists: z.boolean(),
  displayName: z.string().nullable(),
  isPreApproved: z.boolean(),
  requiresActivation: z.boolean(),
  role: z.string().nullable(),
  merchantIds: z.array(z.string()),
  status: z.string().nullable(),
})
export type UserExistence = z.infer<typeof userExistenceSchema>

export const linkCheckSchema = z.object({
  valid: z.boolean(),
  purpose: z.enum(['sign_in', 'invitation', 'password_reset']).nullable(),
  /** Visible to holders of the link, which cannot be guessed. */
  state: z.enum(['open', 'used', 'expired', 'unknown']),
  /** Set for an open invitation. */
  invitedTo: invitedToSchema.nullable(),
  /** An owner's invitation to a person with a console account, who accepts it signed in. */
  asksSignIn: z.boolean(),
})
export type LinkCheck = z.infer<typeof linkCheckSchema>

const uniform = z.object({ success: z.literal(true) })
const outcome = z.object({ success: z.boolean(), error: z.string().optional() })

const post = route('POST', 'Sign-in')

export const signInContract = {
  withPassword: post('/sign-in/password', 'Sign in with email and password')
    .input(passwordSignInInput)
    .output(z.union([secondStepSchema, sessionSchema])),
  /** Answers alike for every address. */
  requestLink: post('/sign-in/link', 'Email a sign-in link').input(emailOnlyInput).output(uniform),
  /** Says whether the token may still be used; uses nothing up. */
  checkLink: post('/sign-in/link/check', 'Check a sign-in link').input(linkInput).output(linkCheckSchema),
  completeLink: post('/sign-in/link/complete', 'Sign in with an email link')
    .input(completeSignInInput)
    .output(z.union([secondStepSchema, z.object({ session: sessionSchema, requiresPasswordSetup: z.boolean() })])),
  setPassword: post('/sign-in/set-password', 'Set the first password after an invitation')
    .input(setPasswordInput)
    .output(uniform),
  checkUserExists: post('/sign-in/check-user', 'Registration status of an email')
    .input(checkUserExistsInput)
    .output(userExistenceSchema),
  requestActivationCode: post('/sign-in/activation-code', 'Email a 6-digit activation code')
    .input(emailOnlyInput)
    .output(uniform),
  setupAccount: post('/sign-in/activate', 'Activate a pre-approved account')
    .input(setupUserAccountInput)
    .output(outcome),
  requestPasswordReset: post('/sign-in/forgot-password', 'Email a password reset link')
    .input(emailOnlyInput)
    .output(uniform),
  resetPassword: post('/sign-in/reset-password', 'Set a new password with a reset link')
    .input(resetPasswordInput)
    .output(uniform),
  /** Makes the sign-in of this session recent again. Refuses a wrong password or code with its field. */
  reauthenticate: post('/sign-in/reauthenticate', 'Confirm the signed-in user')
    .input(reauthenticateInput)
    .output(uniform),
  /** Only users without a password need it. */
  requestReauthenticationCode: post('/sign-in/reauthentication-code', 'Email a 6-digit confirmation code')
    .input(z.strictObject({}).optional())
    .output(uniform),
  /** Options for signing in with a passkey, before `reauthenticate`. */
  beginPasskeyReauthentication: post('/sign-in/reauthentication-passkey', 'Ask for a passkey to confirm with')
    .input(z.strictObject({}).optional())
    .output(useSchema),
  changePassword: post('/sign-in/change-password', 'Change your password').input(changePasswordInput).output(uniform),
  ...secondFactorContract,
  ...singleSignOnContract,
  /** Needs a recent sign-in. Emails a code to the new address; the response does not reveal if the address is taken. */
  requestEmailChange: post('/sign-in/email-change', 'Request a new email address')
    .input(z.strictObject({ newEmail: newEmailSchema }))
    .output(uniform),
  /** In the session that requested it. Ends other sessions and revokes links sent to the old address. */
  confirmEmailChange: post('/sign-in/email-change/confirm', 'Change the email address with the emailed code')
    .input(z.strictObject({ code: formSchema(mailedCode()) }))
    .output(z.object({ email: z.string() })),
  ...passkeyContract,
}
