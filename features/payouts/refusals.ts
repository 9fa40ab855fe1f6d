import type { Refusals } from '@quaff/platform/shared/refusal'
import { periodName } from './period-rules'

const inTwoPayouts = 'This adjustment is part of a carry-over. Add a correcting adjustment instead.'

export const payoutRefusals = {
  /** Missing payouts, foreign payouts and (for merchant roles) drafts share one answer. */
  PAYOUT: { code: 'NOT_FOUND', text: 'Payout not found, or you don’t have access.' },
  ADJUSTMENT: { code: 'NOT_FOUND', text: 'This adjustment was already removed.' },
  CARRIED: { code: 'CONFLICT', text: inTwoPayouts },
  CARRIED_IN: {
    code: 'CONFLICT',
    text: 'This amount was carried over from an earlier payout. Remove it there, or add a correcting adjustment.',
  },
  BOOKED: { code: 'CONFLICT', text: 'This line belongs to a charge. Add a correcting adjustment instead.' },
  AMOUNT: { code: 'BAD_REQUEST', text: 'The total is too large.', field: 'amountMinor' },
  PERIOD_RUNNING: {
    code: 'BAD_REQUEST',
    text: (period: string) => `${periodName(period)} hasn’t ended yet.`,
    field: 'period',
  },
  NOTHING_TO_PAY: {
    code: 'CONFLICT',
    text: (period: string, currency: string) =>
      `No approved ${currency.toUpperCase()} payouts of ${periodName(period)} are left for a new file.`,
  },
  FORMAT_CURRENCY: { code: 'BAD_REQUEST', text: 'This format is for another currency.', field: 'format' },
  PAYER_SETTINGS: {
    code: 'CONFLICT',
    text: (missing: string) => `Add these in the platform settings first: ${missing}.`,
  },
  PAYER_IBAN: { code: 'BAD_REQUEST', text: 'Enter the IBAN of your account in the SEPA area.', field: 'payerIban' },
} as const satisfies Refusals
