import type { Refusals } from '@quaff/platform/shared/refusal'

export const redemptionRefusals = {
  /** The same words for a foreign, a missing and a deleted one. */
  REDEMPTION: { code: 'NOT_FOUND', text: 'This redemption does not exist or is not yours.' },
  LOCATION: { code: 'NOT_FOUND', text: 'This location does not exist or is not of this merchant.' },
  USER: { code: 'NOT_FOUND', text: 'This person does not exist.' },
  DAYS_NEEDED: { code: 'BAD_REQUEST', text: 'An hour of the week needs its days.' },
} as const satisfies Refusals

export const voidRefusals = {
  ALREADY_VOIDED: { code: 'CONFLICT', text: 'This redemption is already voided.' },
  NOT_COMPLETED: { code: 'CONFLICT', text: 'Only completed redemptions can be voided.' },
  NOT_TODAY: { code: 'CONFLICT', text: 'Owners void redemptions of today. Ask an administrator to void an older one.' },
} as const satisfies Refusals
