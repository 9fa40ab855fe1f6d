import type { Refusals } from '@quaff/platform/shared/refusal'
import type { PayoutStatus } from '../statement-contract'
import type { PayoutAction } from './contract'

const adviceMessages = {
  addAdjustment: 'This payout is a draft. Add an adjustment to it.',
  approve: 'Approve the payout first.',
  markSent: 'This payout is approved. Mark it as sent first.',
  confirm: 'This payout is sent. Confirm it once the money has arrived.',
  fail: 'This payout is sent. If the money didn’t arrive, mark it as failed.',
  addToNext: 'You can’t change this payout. Add the correction to the next payout.',
} as const

const reopenFor: Partial<Record<PayoutAction, string>> = { carryOver: 'carry it over', discard: 'discard it' }
const reopenText = (action: PayoutAction) => `Reopen the payout to ${reopenFor[action] ?? 'adjust it'}.`

type Advice = keyof typeof adviceMessages | 'reopen'

const toNext = { addAdjustment: 'addToNext', removeAdjustment: 'addToNext', carryOver: 'addToNext' } as const
const toReopen = {
  addAdjustment: 'reopen',
  removeAdjustment: 'reopen',
  carryOver: 'reopen',
  discard: 'reopen',
  addToNext: 'reopen',
} as const

/** The alternative to each refused action, by status. Other actions are allowed in that status. */
export const insteadOf: Record<PayoutStatus, Partial<Record<PayoutAction, Advice>>> = {
  draft: {
    reopen: 'addAdjustment',
    addToNext: 'addAdjustment',
    markSent: 'approve',
    confirm: 'approve',
    fail: 'approve',
    close: 'approve',
  },
  approved: { ...toReopen, approve: 'markSent', confirm: 'markSent', fail: 'markSent' },
  sent: { ...toNext, discard: 'fail', reopen: 'fail', close: 'confirm', approve: 'confirm', markSent: 'confirm' },
  confirmed: {
    ...toNext,
    discard: 'addToNext',
    reopen: 'addToNext',
    close: 'addToNext',
    approve: 'addToNext',
    markSent: 'addToNext',
    confirm: 'addToNext',
    fail: 'addToNext',
  },
  failed: { ...toReopen, close: 'approve', markSent: 'approve', confirm: 'approve', fail: 'approve' },
}

function stateText(action: PayoutAction, status: PayoutStatus) {
  const instead = insteadOf[status][action]
  if (instead === undefined) return 'This payout has changed. Reload it.'
  return instead === 'reopen' ? reopenText(action) : adviceMessages[instead]
}

export const reminderRefusals = {
  BANK_COMPLETE: {
    code: 'CONFLICT',
    text: 'Nothing is missing: the bank details are complete, or the payout is paid.',
  },
  ALREADY_REMINDED: { code: 'CONFLICT', text: 'The owners were reminded less than a day ago.' },
  NO_OWNER: { code: 'CONFLICT', text: 'This merchant has no owner with an email address. Invite one in Users.' },
} as const satisfies Refusals

export const progressRefusals = {
  PAYOUT_STATE: { code: 'CONFLICT', text: stateText },
  PAYOUT_DONE: {
    code: 'CONFLICT',
    text: (_: PayoutAction, status: PayoutStatus) =>
      `Already done: the payout is ${status === 'draft' ? 'a draft' : status}.`,
  },
  PAYOUT_NEGATIVE: {
    code: 'CONFLICT',
    text: 'This payout is below zero. Carry it over to the next period or adjust it first.',
  },
  PAYOUT_NOT_NEGATIVE: { code: 'CONFLICT', text: 'This payout isn’t below zero. Approve it, or add an adjustment.' },
  PAYOUT_NOTHING: { code: 'CONFLICT', text: 'Nothing to pay. Close the payout.' },
  PAYOUT_SOMETHING: { code: 'CONFLICT', text: 'This payout has an amount to pay. Mark it as sent.' },
} as const satisfies Refusals
