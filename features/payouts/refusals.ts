import type { Refusals } from '@quaff/platform/shared/refusal'
import { periodName } from './period/rules'

const inTwoPayouts = 'This amount belongs to two payouts. Add an adjustment against it instead.'

export const payoutRefusals = {
  /** A missing payout, a foreign one and, for merchant roles, a draft give the same answer. */
  PAYOUT: { code: 'NOT_FOUND', text: 'This payout does not exist or is not yours.' },
  ADJUSTMENT: { code: 'NOT_FOUND', text: 'This adjustment is gone already.' },
  CARRIED: { code: 'CONFLICT', text: inTwoPayouts },
  CARRIED_IN: {
    code: 'CONFLICT',
    text: 'This amount was carried over from an earlier payout. Remove it there, or add an adjustment against it.',
  },
  BOOKED: { code: 'CONFLICT', text: 'This line belongs to a charge and stays. Add an adjustment against it instead.' },
  AMOUNT: { code: 'BAD_REQUEST', text: 'Together this is more than can be added up.', field: 'amountMinor' },
  PERIOD_RUNNING: {
    code: 'BAD_REQUEST',
    text: (period: string) => `${periodName(period)} has not ended yet.`,
    field: 'period',
  },
  NOTHING_TO_PAY: {
    code: 'CONFLICT',
    text: (period: string, currency: string) =>
      `No approved payout of ${periodName(period)} in ${currency.toUpperCase()} can be paid now.`,
  },
  FORMAT_CURRENCY: { code: 'BAD_REQUEST', text: 'This format is for another currency.', field: 'format' },
  PAYER_SETTINGS: {
    code: 'CONFLICT',
    text: (missing: string) => `Add these in the platform settings first: ${missing}.`,
  },
  PAYER_IBAN: { code: 'BAD_REQUEST', text: 'Enter the IBAN of your account in the SEPA area.', field: 'payerIban' },
} as const satisfies Refusals
