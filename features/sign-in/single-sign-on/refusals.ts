import type { Refusals } from '@quaff/platform/shared/refusal'

const notVerified =
  'Your sign-in service does not vouch for your email address. Ask whoever runs it, or sign in another way.'
const otherLink =
  'Your account is linked with another person at the sign-in service. Sign in another way, and unlink it in the settings.'

const required = 'People of your company sign in with its own sign-in service. Use its button on the sign-in page.'

/** Told on the sign-in page after the provider has sent the browser back: by then it has said who that is. */
export const singleSignOnRefusals = {
  NO_ACCOUNT: { code: 'FORBIDDEN', text: 'There is no account for this address. Ask an administrator to invite you.' },
  EMAIL_NOT_VERIFIED: { code: 'FORBIDDEN', text: notVerified },
  OTHER_LINK: { code: 'FORBIDDEN', text: otherLink },
  ATTEMPT_OVER: { code: 'BAD_REQUEST', text: 'This sign-in took too long, or was begun elsewhere. Start again.' },
  SIGN_IN_CANCELLED: { code: 'BAD_REQUEST', text: 'You stopped signing in. Start again, or sign in another way.' },
  PROVIDER_AWAY: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The sign-in service does not answer. Try again, or sign in another way.',
  },
  PROVIDER_ANSWER: {
    code: 'BAD_REQUEST',
    text: 'The sign-in service gave an answer that proves nothing. Try again, or tell an administrator.',
  },
  /** To whoever has proved in another way who they are. */
  PROVIDER_REQUIRED: { code: 'FORBIDDEN', text: required },
  COMPANY_ADDRESS: {
    code: 'FORBIDDEN',
    text: 'Your company wants you to sign in with an address of its own.',
    field: 'newEmail',
  },
  NOT_LINKED: { code: 'CONFLICT', text: 'Your account is not linked.' },
} as const satisfies Refusals
