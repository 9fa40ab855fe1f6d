import { counted } from '@quaff/platform/console/display/formats'

export const bulkActions = ['approve', 'close', 'markSent', 'confirm'] as const
export type BulkAction = (typeof bulkActions)[number]

export const payoutCount = (count: number) => counted(count, 'payout')

export const bulkLabels = {
  approve: {
    title: (count: number) => `Approve ${payoutCount(count)}?`,
    text: 'Owners get an email when their statement is ready.',
    possible: 'can be approved',
    done: 'approved',
    failed: 'Couldn’t approve it. Try again.',
  },
  close: {
    title: (count: number) => `Close ${payoutCount(count)}?`,
    text: 'There’s nothing to pay. They’re settled without a payment.',
    possible: 'can be closed',
    done: 'closed',
    failed: 'Couldn’t close it. Try again.',
  },
  markSent: {
    title: (count: number) => `Mark ${payoutCount(count)} as sent?`,
    text: 'Do this once you’ve submitted the payments to your bank. This doesn’t move money.',
    possible: 'can be marked as sent',
    done: 'marked as sent',
    failed: 'Couldn’t mark it as sent. Try again.',
  },
  confirm: {
    title: (count: number) => `Confirm ${payoutCount(count)}?`,
    text: 'Do this once the money has arrived. Later corrections go into the next payouts.',
    possible: 'can be confirmed',
    done: 'confirmed',
    failed: 'Couldn’t confirm it. Try again.',
  },
} as const satisfies Record<BulkAction, object>
