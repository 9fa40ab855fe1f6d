import type { Refusals } from '@quaff/platform/shared/refusal'

const tooFast = 'That was very fast. Wait three seconds and send again; what you typed is kept.'
const tooLate = 'This page was open for too long. Reload it and send again; what you typed is kept.'

export const mailboxRefusals = {
  CODE: {
    code: 'BAD_REQUEST',
    text: 'That code is not right, or it has expired. Check it, or ask for a new one.',
    field: 'code',
  },
  PROOF: { code: 'UNAUTHORIZED', text: 'Your confirmation has expired. Ask for a new code.', field: 'code' },
  FORM_EARLY: { code: 'BAD_REQUEST', text: tooFast },
  FORM_EXPIRED: { code: 'BAD_REQUEST', text: tooLate },
} as const satisfies Refusals
