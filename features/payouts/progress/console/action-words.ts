import type { ProgressAction } from '../../console/payout-commands-widget'
import type { PayoutRow } from '../../contract'
import { refusedProgress } from '../rules'

type Facts = Pick<PayoutRow, 'status' | 'net' | 'bankProblem'>
type Words = {
  title: string
  text: string | ((payout: Facts) => string)
  done: string
  failed: string
  isDanger?: boolean
}

/** Asked for by a dialog of its own: "Add to next payout" takes an amount. */
export type StepAction = Exclude<ProgressAction, 'addToNext'>

export const actionWords = {
  approve: {
    title: 'Approve this payout?',
    text: approvalText,
    done: 'Payout approved',
    failed: 'Couldn’t approve the payout. Try again.',
  },
  close: {
    title: 'Close this payout?',
    text: 'There’s nothing to pay. The payout is settled without a payment.',
    done: 'Payout closed',
    failed: 'Couldn’t close the payout. Try again.',
  },
  markSent: {
    title: 'Mark this payout as sent?',
    text: 'Do this once you’ve submitted the payment to your bank. This doesn’t move money.',
    done: 'Payout marked as sent',
    failed: 'Couldn’t mark the payout as sent. Try again.',
  },
  confirm: {
    title: 'Confirm this payout?',
    text: 'Do this once the money has arrived. Later corrections go into the next payout.',
    done: 'Payout confirmed',
    failed: 'Couldn’t confirm the payout. Try again.',
  },
  fail: {
    title: 'Mark this payout as failed?',
    text: 'We email the owners the reason. You can approve and send the payout again afterwards.',
    done: 'Payout marked as failed',
    failed: 'Couldn’t mark the payout as failed. Try again.',
    isDanger: true,
  },
  carryOver: {
    title: 'Carry the amount over to the next period?',
    text: 'This payout comes to exactly 0. The negative amount waits for the merchant’s next payout in this currency.',
    done: 'Carried over to the next period',
    failed: 'Couldn’t carry the amount over. Try again.',
  },
  reopen: {
    title: 'Reopen this payout?',
    text: 'It becomes a draft that you can adjust. The merchant can’t see the statement until you approve it again.',
    done: 'Payout reopened',
    failed: 'Couldn’t reopen the payout. Try again.',
  },
  discard: {
    title: 'Discard this draft?',
    text: 'Its charges are included the next time you generate this month. Its adjustments wait for the next payout.',
    done: 'Draft discarded',
    failed: 'Couldn’t discard the draft. Try again.',
    isDanger: true,
  },
} as const satisfies Record<StepAction, Words>

/** Who learns of it, then where the amount goes. */
function approvalText({ status, net, bankProblem }: Facts): string {
  const told =
    status === 'draft' ? 'We email the owners that they can read the statement.' : 'The payment can be sent again.'
  if (net === 0) return `${told} There’s nothing to pay, so the payout is settled right away.`
  return bankProblem === null ? `${told} The next bank file includes the amount.` : told
}

/** The step that comes next, then what else the state is there for. */
export function stateActions(payout: Facts): { next: ProgressAction | undefined; other: readonly ProgressAction[] } {
  switch (payout.status) {
    case 'draft':
      return { next: 'approve', other: ['carryOver', 'discard'] }
    case 'approved':
      return { next: payout.net === 0 ? 'close' : 'markSent', other: ['reopen'] }
    case 'sent':
      return { next: 'confirm', other: ['fail'] }
    case 'confirmed':
      return { next: undefined, other: refusedProgress('reopen', payout) === undefined ? ['reopen'] : [] }
    case 'failed':
      return { next: 'approve', other: ['reopen'] }
  }
}
