import type { Refusals } from '@quaff/platform/shared/refusal'

export const refundRefusals = {
  CHARGE: { code: 'NOT_FOUND', text: 'Charge not found, or you don’t have access.' },
  REFUND: { code: 'NOT_FOUND', text: 'Refund not found, or you don’t have access.' },
  NOT_HELD: { code: 'CONFLICT', text: 'This charge isn’t held. Reload to see its state.' },
  EXCEEDS_CHARGE: {
    code: 'BAD_REQUEST',
    text: (left: string) => `Only ${left} of this charge isn’t refunded yet.`,
    field: 'amountMinor',
  },
  ALREADY_RECORDED: {
    code: 'CONFLICT',
    text: (amount: string) =>
      `A refund of ${amount} of this charge was already reported. Record another one only if the subscriber was refunded twice.`,
  },
} as const satisfies Refusals
