import type { Refusals } from '@quaff/platform/shared/refusal'

const wrongAppCode = 'This code is wrong or was used already. Wait for the next one in your app.'
const wrongRecoveryCode = 'This recovery code is wrong or was used already. Try another one.'
/** Too late, too many tries, or the account has changed since: one answer for all. */
const secondStepOver = 'This sign-in took too long or had too many wrong codes. Start again.'

export const secondFactorRefusals = {
  WRONG_APP_CODE: { code: 'BAD_REQUEST', text: wrongAppCode, field: 'code' },
  WRONG_RECOVERY_CODE: { code: 'BAD_REQUEST', text: wrongRecoveryCode, field: 'recoveryCode' },
  SECOND_STEP_OVER: { code: 'BAD_REQUEST', text: secondStepOver },
  ALREADY_ON: { code: 'CONFLICT', text: 'An authenticator app is set up already. Turn it off first.' },
  START_AGAIN: { code: 'CONFLICT', text: 'This key is no longer waiting for a code. Start again with a new one.' },
  REQUIRED: { code: 'FORBIDDEN', text: 'Administrators need an authenticator app here. It cannot be turned off.' },
} as const satisfies Refusals
