import type { Refusals } from '@quaff/platform/shared/refusal'

export const signupRefusals = {
  SIGNUP: { code: 'NOT_FOUND', text: 'This application does not exist.' },
  STATE: { code: 'CONFLICT', text: 'This application was answered already.' },
} as const satisfies Refusals
