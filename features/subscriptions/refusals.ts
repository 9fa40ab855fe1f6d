import type { Refusals } from '@quaff/platform/shared/refusal'

export const subscriptionRefusals = {
  SUBSCRIPTION: { code: 'NOT_FOUND', text: 'Subscription not found, or you don’t have access.' },
  USER: { code: 'NOT_FOUND', text: 'User not found.' },
  AMOUNT_TOO_LARGE: { code: 'BAD_REQUEST', text: (id: string) => `The amount of subscription ${id} is too large.` },
} as const satisfies Refusals

export const chargeRefusals = {
  NO_OPEN_OVERLAP: { code: 'CONFLICT', text: 'This charge was already decided.' },
  PAID_OVERLAP: {
    code: 'CONFLICT',
    text: 'This charge is paid already. Record a refund, or add a correction to the next payout.',
  },
} as const satisfies Refusals

export const endingRefusals = {
  ALREADY_CANCELED: { code: 'CONFLICT', text: 'This subscription has already ended.' },
  ALREADY_SCHEDULED: { code: 'CONFLICT', text: 'This subscription is already set to end with its period.' },
  NO_RUNNING_PERIOD: {
    code: 'CONFLICT',
    text: 'The current period of this subscription is over. Cancel it now instead.',
  },
  NOT_SCHEDULED: { code: 'CONFLICT', text: 'This subscription isn’t set to end.' },
  SCHEDULED_ELSEWHERE: {
    code: 'CONFLICT',
    text: 'The payment provider scheduled this cancellation. Withdraw it there.',
  },
  PERIOD_IS_OVER: { code: 'CONFLICT', text: 'Its period is over, so you can’t keep this subscription.' },
} as const satisfies Refusals
