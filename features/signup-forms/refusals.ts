import type { Refusals } from '@quaff/platform/shared/refusal'

const sentence = (text: string) => text

export const formRefusals = {
  SIGNUP_FORM: { code: 'NOT_FOUND', text: 'Form not found, or you don’t have access.' },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'Another form uses this link. Choose a different one.', field: 'slug' },
  SLUG_PUBLISHED: { code: 'CONFLICT', text: 'You can’t change the link of a published form.', field: 'slug' },
  FIELDS: { code: 'BAD_REQUEST', text: sentence },
  CLOSING_DATE: {
    code: 'CONFLICT',
    text: 'The closing date has passed. Change or remove it first.',
    field: 'closesAt',
  },
  STATE: { code: 'CONFLICT', text: 'You can close only a live form.' },
  NOT_EMPTY: { code: 'CONFLICT', text: 'This form has submissions. Close it instead.' },
  CLOSED: { code: 'CONFLICT', text: 'This form is closed and no longer accepts answers.' },
  ANSWERS: { code: 'BAD_REQUEST', text: sentence },
} as const satisfies Refusals

export const submissionRefusals = {
  SUBMISSION: { code: 'NOT_FOUND', text: 'Submission not found, or you don’t have access.' },
  STATE: { code: 'CONFLICT', text: 'This submission was already reviewed.' },
  OBSTACLE: { code: 'CONFLICT', text: sentence },
} as const satisfies Refusals
