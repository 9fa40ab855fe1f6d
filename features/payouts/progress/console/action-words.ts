import type { ProgressAction } from '../../console/payout-commands-widget'
import type { PayoutStatus } from '../../statement/contract'

type Words = { title: string; text: string; done: string; failed: string; isDanger?: boolean }

export const actionWords = {
  approve: {
    title: 'Approve this payout?',
    text: 'The merchant can read the statement then, and the amount goes into the bank file.',
    done: 'Payout approved',
    failed: 'The payout could not be approved. Nothing was changed; try again.',
  },
  markSent: {
    title: 'Mark this payout as sent?',
    text: 'Say so once the bank has the order. No money is moved by this, and it cannot be taken back.',
    done: 'Payout marked as sent',
    failed: 'The payout could not be marked as sent. Nothing was changed; try again.',
  },
  confirm: {
    title: 'Confirm this payout?',
    text: 'Say so once the money has arrived. This cannot be taken back.',
    done: 'Payout confirmed',
    failed: 'The payout could not be confirmed. Nothing was changed; try again.',
  },
  fail: {
    title: 'Mark this payout as failed?',
    text: 'The money did not arrive. It can be approved and sent again afterwards.',
    done: 'Payout marked as failed',
    failed: 'The payout could not be marked as failed. Nothing was changed; try again.',
    isDanger: true,
  },
  carryOver: {
    title: 'Carry the amount over to the next period?',
    text: 'This payout comes to exactly 0, and what is below zero waits for the merchant’s next payout in this currency.',
    done: 'Carried over to the next period',
    failed: 'The amount could not be carried over. Nothing was changed; try again.',
  },
  reopen: {
    title: 'Make this payout a draft again?',
    text: 'The merchant no longer sees the statement until it is approved again. A draft can be adjusted.',
    done: 'Payout is a draft again',
    failed: 'The payout could not be reopened. Nothing was changed; try again.',
  },
  discard: {
    title: 'Discard this draft?',
    text: 'The draft goes. Its charges and its adjustments are free for the next time that payouts of the month are generated.',
    done: 'Draft discarded',
    failed: 'The draft could not be discarded. Nothing was changed; try again.',
    isDanger: true,
  },
} as const satisfies Record<ProgressAction, Words>

/** The step that is next, and what else the state is there for. */
export const stateActions = {
  draft: { next: 'approve', other: ['discard'] },
  approved: { next: 'markSent', other: ['reopen'] },
  sent: { next: 'confirm', other: ['fail'] },
  confirmed: { next: undefined, other: [] },
  failed: { next: 'approve', other: [] },
} as const satisfies Record<PayoutStatus, { next: ProgressAction | undefined; other: readonly ProgressAction[] }>
