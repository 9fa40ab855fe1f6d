import type { Refusals } from '@quaff/platform/shared/refusal'

const sentence = (text: string) => text

export const formRefusals = {
  SIGNUP_FORM: { code: 'NOT_FOUND', text: 'This form does not exist.' },
  SLUG_TAKEN: { code: 'CONFLICT', text: 'Another form has this address. Choose another one.', field: 'slug' },
  SLUG_PUBLISHED: { code: 'CONFLICT', text: 'The address of a published form stays as it is.', field: 'slug' },
  FIELDS: { code: 'BAD_REQUEST', text: sentence },
  CLOSING_DATE: {
    code: 'CONFLICT',
    text: 'The closing date has passed. Change or remove it first.',
    field: 'closesAt',
  },
  STATE: { code: 'CONFLICT', text: 'Only a live form can be closed.' },
  NOT_EMPTY: { code: 'CONFLICT', text: 'There are submissions of this form. Close it instead.' },
  CLOSED: { code: 'CONFLICT', text: 'This form is closed. Nobody can send it at the moment.' },
  ANSWERS: { code: 'BAD_REQUEST', text: sentence },
} as const satisfies Refusals

export const submissionRefusals = {
  SUBMISSION: { code: 'NOT_FOUND', text: 'This submission does not exist.' },
  STATE: { code: 'CONFLICT', text: 'This submission was answered already.' },
  OBSTACLE: { code: 'CONFLICT', text: sentence },
} as const satisfies Refusals
