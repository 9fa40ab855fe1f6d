import type { Refusals } from '@quaff/platform/shared/refusal'
import type { PayoutAction } from './contract'

/** What has to be true for an action, for its disabled button and its refusal. */
const states = {
  addAdjustment: 'Only a draft can be adjusted. Reopen the payout first.',
  removeAdjustment: 'Only a draft can be adjusted. Reopen the payout first.',
  carryOver: 'Only a draft can be carried over.',
  approve: 'Only a draft or a failed payout can be approved.',
  reopen: 'Only an approved payout can be made a draft again.',
  discard: 'Only a draft can be discarded. Reopen the payout first.',
  markSent: 'Only an approved payout can be marked as sent.',
  confirm: 'Only a sent payout can be confirmed.',
  fail: 'Only a sent payout can fail.',
} as const satisfies Record<PayoutAction, string>

const negative = 'This payout is below zero. Carry it over to the next period or adjust it first.'

export const progressRefusals = {
  PAYOUT_STATE: { code: 'CONFLICT', text: (action: PayoutAction) => states[action] },
  PAYOUT_NEGATIVE: { code: 'CONFLICT', text: negative },
  PAYOUT_NOT_NEGATIVE: { code: 'CONFLICT', text: 'Only an amount below zero is carried over.' },
} as const satisfies Refusals
