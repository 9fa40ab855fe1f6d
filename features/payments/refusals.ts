import type { Refusals } from '@quaff/platform/shared/refusal'
import { paymentLimits } from './contract'

export const paymentRefusals = {
  PAYMENT_EVENT: { code: 'NOT_FOUND', text: 'This event is no longer kept aside.' },
} as const satisfies Refusals

/** To the payment provider, who shows them to whoever sets it up. */
export const paymentDoorRefusals = {
  WEBHOOK: { code: 'NOT_FOUND', text: 'There is nothing here.' },
  PAYMENT_SIGNATURE_MISSING: { code: 'BAD_REQUEST', text: 'The stripe-signature header is missing.' },
  PAYMENT_SIGNATURE_WRONG: {
    code: 'BAD_REQUEST',
    text: 'The signature fits none of the signing secrets that are set here.',
  },
  PAYMENT_SIGNATURE_LATE: {
    code: 'BAD_REQUEST',
    text: `The time of the signature is more than ${paymentLimits.signatureSeconds} seconds from ours.`,
  },
  PAYMENT_EVENT_CUT: { code: 'BAD_REQUEST', text: 'The body is no event.' },
  PAYMENT_MODE: { code: 'BAD_REQUEST', text: 'Events of the other mode, live or test, are not taken here.' },
} as const satisfies Refusals
