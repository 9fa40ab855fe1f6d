import type { Refusals } from '@quaff/platform/shared/refusal'

export const signupRefusals = {
  SIGNUP: { code: 'NOT_FOUND', text: 'Application not found, or you don’t have access.' },
  STATE: { code: 'CONFLICT', text: 'This application was already reviewed.' },
} as const satisfies Refusals
