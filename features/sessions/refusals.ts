import type { Refusals } from '@quaff/platform/shared/refusal'

export const sessionRefusals = {
  MERCHANT: { code: 'NOT_FOUND', text: 'Merchant not found, or you don’t have access.' },
  OTHER_PERSON: { code: 'CONFLICT', text: 'You’re now signed in with another account. Reload this page to continue.' },
  PREVIEW: { code: 'FORBIDDEN', text: 'You can’t make changes in preview.' },
  SESSION: { code: 'NOT_FOUND', text: 'Session not found, or it has already ended.' },
  SIGN_IN_AGAIN: { code: 'FORBIDDEN', text: 'Confirm it’s you, then try again.' },
  STREAMS: { code: 'TOO_MANY_REQUESTS', text: 'Too many open tabs. Close a few and try again.', retryAfterSeconds: 30 },
  THIS_SESSION: { code: 'BAD_REQUEST', text: 'This is your current session. Sign out instead.' },
} as const satisfies Refusals
