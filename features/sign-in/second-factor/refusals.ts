import type { Refusals } from '@quaff/platform/shared/refusal'

const wrongAppCode = 'This code is wrong or already used. Wait for the next one in your app.'
const wrongRecoveryCode = 'This recovery code is wrong or already used. Try another one.'
/** Too late, too many tries, or the account has changed since: one answer for all. */
const secondStepOver = 'This sign-in timed out or had too many wrong codes. Start again.'

export const secondFactorRefusals = {
  WRONG_APP_CODE: { code: 'BAD_REQUEST', text: wrongAppCode, field: 'code' },
  WRONG_RECOVERY_CODE: { code: 'BAD_REQUEST', text: wrongRecoveryCode, field: 'recoveryCode' },
  SECOND_STEP_OVER: { code: 'BAD_REQUEST', text: secondStepOver },
  ALREADY_ON: { code: 'CONFLICT', text: 'An authenticator app is already set up. Turn it off first.' },
  START_AGAIN: { code: 'CONFLICT', text: 'This key has expired. Start again.' },
  REQUIRED: { code: 'FORBIDDEN', text: 'Administrators must use an authenticator app. You can’t turn it off.' },
} as const satisfies Refusals
