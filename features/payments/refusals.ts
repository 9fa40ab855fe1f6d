import type { Refusals } from '@quaff/platform/shared/refusal'
import { paymentLimits } from './contract'

export const paymentRefusals = {
  PAYMENT_EVENT: { code: 'NOT_FOUND', text: 'This event is no longer unmatched.' },
} as const satisfies Refusals

/** Sent to the payment provider, which shows them to the person who configures the webhook. */
export const paymentEndpointRefusals = {
  WEBHOOK: { code: 'NOT_FOUND', text: 'Not found.' },
  PAYMENT_SIGNATURE_MISSING: { code: 'BAD_REQUEST', text: 'The stripe-signature header is missing.' },
  PAYMENT_SIGNATURE_WRONG: { code: 'BAD_REQUEST', text: 'The signature doesn’t match any configured signing secret.' },
  PAYMENT_SIGNATURE_LATE: {
    code: 'BAD_REQUEST',
    text: `The signature timestamp is more than ${paymentLimits.signatureSeconds} seconds off.`,
  },
  PAYMENT_EVENT_CUT: { code: 'BAD_REQUEST', text: 'The body isn’t a Stripe event.' },
  PAYMENT_MODE: { code: 'BAD_REQUEST', text: 'This endpoint doesn’t accept events of the other mode (live or test).' },
} as const satisfies Refusals
