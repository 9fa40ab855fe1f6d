import type { Refusals } from '@quaff/platform/shared/refusal'

export const sessionRefusals = {
  MERCHANT: { code: 'NOT_FOUND', text: 'This merchant does not exist or is not yours.' },
  OTHER_PERSON: { code: 'CONFLICT', text: 'This browser is signed in with another account now. Nothing was changed.' },
  PREVIEW: { code: 'FORBIDDEN', text: 'You are previewing as a viewer. Nothing can be changed.' },
  SESSION: { code: 'NOT_FOUND', text: 'This session has ended already or is not yours.' },
  SIGN_IN_AGAIN: { code: 'FORBIDDEN', text: 'Confirm it’s you, then try again.' },
  STREAMS: { code: 'TOO_MANY_REQUESTS', text: 'Too many open windows. Close some of them.', retryAfterSeconds: 30 },
  THIS_SESSION: { code: 'BAD_REQUEST', text: 'This is the session you are using. Sign out instead.' },
} as const satisfies Refusals
