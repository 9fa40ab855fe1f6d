import type { Refusals } from '@quaff/platform/shared/refusal'

export const subscriptionRefusals = {
  SUBSCRIPTION: { code: 'NOT_FOUND', text: 'This subscription does not exist or is not yours.' },
  USER: { code: 'NOT_FOUND', text: 'This person does not exist.' },
  AMOUNT_TOO_LARGE: { code: 'BAD_REQUEST', text: (id: string) => `The amount of subscription ${id} is too large.` },
} as const satisfies Refusals

export const chargeRefusals = {
  NO_OPEN_OVERLAP: { code: 'CONFLICT', text: 'This charge no longer waits for a decision.' },
} as const satisfies Refusals

export const endingRefusals = {
  ALREADY_CANCELED: { code: 'CONFLICT', text: 'This subscription has ended already.' },
  ALREADY_SCHEDULED: { code: 'CONFLICT', text: 'This subscription is already set to end with its period.' },
  NO_RUNNING_PERIOD: {
    code: 'CONFLICT',
    text: 'This subscription has no period that is still running. End it now instead.',
  },
  NOT_SCHEDULED: { code: 'CONFLICT', text: 'This subscription is not set to end.' },
  SCHEDULED_ELSEWHERE: {
    code: 'CONFLICT',
    text: 'The payment provider scheduled this cancellation. Withdraw it there.',
  },
  PERIOD_IS_OVER: { code: 'CONFLICT', text: 'Its period is over: this subscription can no longer be kept.' },
} as const satisfies Refusals
