import type { Refusals } from '@quaff/platform/shared/refusal'

const notVerified = 'Your identity provider hasn’t verified your email. Contact your IT team or sign in another way.'
const otherLink = 'Your account is linked to a different identity. Sign in another way and unlink it in Settings.'

const required = 'Your company uses single sign-on. Use its button on the sign-in page.'

/** Shown on the sign-in page after the provider's redirect, when the identity is known. */
export const singleSignOnRefusals = {
  NO_ACCOUNT: { code: 'FORBIDDEN', text: 'No account uses this email. Ask an administrator to invite you.' },
  EMAIL_NOT_VERIFIED: { code: 'FORBIDDEN', text: notVerified },
  OTHER_LINK: { code: 'FORBIDDEN', text: otherLink },
  ATTEMPT_OVER: { code: 'BAD_REQUEST', text: 'This sign-in timed out or started in another browser. Start again.' },
  SIGN_IN_CANCELLED: { code: 'BAD_REQUEST', text: 'Sign-in canceled. Start again, or sign in another way.' },
  PROVIDER_AWAY: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Couldn’t reach the identity provider. Try again, or sign in another way.',
  },
  PROVIDER_ANSWER: {
    code: 'BAD_REQUEST',
    text: 'We couldn’t verify the sign-in. Try again or contact your administrator.',
  },
  /** Shown to users who proved their identity by another method. */
  PROVIDER_REQUIRED: { code: 'FORBIDDEN', text: required },
  COMPANY_ADDRESS: { code: 'FORBIDDEN', text: 'Sign in with your company email.', field: 'newEmail' },
  NOT_LINKED: { code: 'CONFLICT', text: 'Your account isn’t linked.' },
} as const satisfies Refusals
