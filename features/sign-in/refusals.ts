import type { Refusals } from '@quaff/platform/shared/refusal'
import { signInMessages } from './contract'

const noPreApproved =
  'No pre-approved account found for this email address. Please contact your administrator to request access.'
const currentRequired = 'Current password is required to change your password.'

export const signInRefusals = {
  CREDENTIALS: { code: 'UNAUTHORIZED', text: 'Invalid email or password.' },
  INVALID_LINK: { code: 'BAD_REQUEST', text: 'Invalid or expired sign-in link' },
  INVALID_CODE: {
    code: 'BAD_REQUEST',
    text: 'This code is wrong or has expired. Check it, or request a new one.',
    field: 'code',
  },
  NOT_PRE_APPROVED: { code: 'BAD_REQUEST', text: noPreApproved },
  SIGNED_OUT: { code: 'UNAUTHORIZED', text: 'No user is currently signed in' },
  PASSWORD_SETUP: { code: 'FORBIDDEN', text: signInMessages.setPasswordFailed },
  COMMON_PASSWORD: { code: 'BAD_REQUEST', text: 'This password is too common. Choose another one.' },
  WRONG_PASSWORD: { code: 'BAD_REQUEST', text: 'Wrong password.', field: 'password' },
  PASSWORD_NEEDED: { code: 'BAD_REQUEST', text: 'Confirm with your password instead.', field: 'password' },
  NO_MAILBOX: { code: 'BAD_REQUEST', text: 'This account has no email address. Ask an administrator.' },
  SAME_EMAIL: { code: 'BAD_REQUEST', text: 'This is already your email.', field: 'newEmail' },
} as const satisfies Refusals

/** Revealed only after proof of identity; others get one message for all accounts. */
export const entryRefusals = {
  ACCESS_DENIED: { code: 'FORBIDDEN', text: 'Access denied. You do not have admin privileges.' },
  SUSPENDED: { code: 'FORBIDDEN', text: 'This account is suspended. Contact your administrator.' },
  REJECTED: { code: 'FORBIDDEN', text: 'This registration was rejected. Contact your administrator.' },
  AWAITING_APPROVAL: { code: 'FORBIDDEN', text: 'This account is waiting for approval.' },
  NOT_ACTIVATED: { code: 'FORBIDDEN', text: 'This account isn’t active yet. Use the link in your invitation.' },
} as const satisfies Refusals

/** Used by the own profile (spec §5). */
export const passwordChangeRefusals = {
  SIGNED_OUT: { code: 'UNAUTHORIZED', text: 'No authenticated user' },
  CURRENT_REQUIRED: { code: 'BAD_REQUEST', text: currentRequired, field: 'currentPassword' },
  DIFFER: { code: 'BAD_REQUEST', text: 'New passwords do not match.', field: 'confirmPassword' },
  TOO_SHORT: { code: 'BAD_REQUEST', text: 'Password must be at least 8 characters.', field: 'newPassword' },
  WRONG_PASSWORD: { code: 'BAD_REQUEST', text: 'The current password is wrong.', field: 'currentPassword' },
} as const satisfies Refusals

const otherInvitation =
  'You have another invitation, with a different role. Accept that one first, or ask an administrator.'

/** Said to the holder of the link alone. */
export const invitationRefusals = {
  SIGN_IN_FIRST: { code: 'CONFLICT', text: 'You already have an account. Sign in to accept this invitation.' },
  OTHER_INVITATION: { code: 'CONFLICT', text: otherInvitation },
} as const satisfies Refusals

const tooFast = 'Wait a few seconds and try again.'
const tooLate = 'This page expired. Reload it and submit again. Your answers are saved.'

export const emailVerificationRefusals = {
  CODE: {
    code: 'BAD_REQUEST',
    text: 'This code is wrong or has expired. Check it, or request a new one.',
    field: 'code',
  },
  PROOF: { code: 'UNAUTHORIZED', text: 'Your confirmation has expired. Request a new code.', field: 'code' },
  FORM_EARLY: { code: 'BAD_REQUEST', text: tooFast },
  FORM_EXPIRED: { code: 'BAD_REQUEST', text: tooLate },
} as const satisfies Refusals
