import type { Refusals } from '@quaff/platform/shared/refusal'

const tooFast = 'Wait a few seconds and try again.'
const tooLate = 'This page expired. Reload it and submit again. Your answers are saved.'

export const mailboxRefusals = {
  CODE: {
    code: 'BAD_REQUEST',
    text: 'This code is wrong or has expired. Check it, or request a new one.',
    field: 'code',
  },
  PROOF: { code: 'UNAUTHORIZED', text: 'Your confirmation has expired. Request a new code.', field: 'code' },
  FORM_EARLY: { code: 'BAD_REQUEST', text: tooFast },
  FORM_EXPIRED: { code: 'BAD_REQUEST', text: tooLate },
} as const satisfies Refusals
