import type { Refusals } from '@quaff/platform/shared/refusal'

export const redemptionRefusals = {
  /** The same text for a foreign, missing or deleted one reveals nothing. */
  REDEMPTION: { code: 'NOT_FOUND', text: 'Redemption not found, or you don’t have access.' },
  LOCATION: { code: 'NOT_FOUND', text: 'Location not found for this merchant.' },
  USER: { code: 'NOT_FOUND', text: 'User not found.' },
  CUSTOMER: { code: 'NOT_FOUND', text: 'Customer not found, or you don’t have access.' },
  DAYS_NEEDED: { code: 'BAD_REQUEST', text: 'Choose a date range to filter by an hour of the week.' },
} as const satisfies Refusals

export const keepRefusals = {
  NOT_COMPLETED: { code: 'CONFLICT', text: 'Only completed redemptions can be kept.' },
} as const satisfies Refusals

export const voidRefusals = {
  ALREADY_VOIDED: { code: 'CONFLICT', text: 'This redemption is already voided.' },
  NOT_COMPLETED: { code: 'CONFLICT', text: 'Only completed redemptions can be voided.' },
  NOT_TODAY: { code: 'CONFLICT', text: 'You can void only today’s redemptions. Ask an administrator for older ones.' },
} as const satisfies Refusals
