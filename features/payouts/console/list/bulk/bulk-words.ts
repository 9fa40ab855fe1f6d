import { counted } from '@quaff/platform/console/display/figures/figure-text'
export const bulkActions = ['approve', 'markSent', 'confirm'] as const
export type BulkAction = (typeof bulkActions)[number]

export const payoutCount = (count: number) => counted(count, 'payout')

export const bulkWords = {
  approve: {
    title: (count: number) => `Approve ${payoutCount(count)}?`,
    text: 'The merchants can read their statements then, and the amounts go into the bank file.',
    possible: 'can be approved',
    done: 'approved',
    failed: 'It could not be approved. Try again.',
  },
  markSent: {
    title: (count: number) => `Mark ${payoutCount(count)} as sent?`,
    text: 'Say so once the bank has the order. No money is moved by this.',
    possible: 'can be marked as sent',
    done: 'marked as sent',
    failed: 'It could not be marked as sent. Try again.',
  },
  confirm: {
    title: (count: number) => `Confirm ${payoutCount(count)}?`,
    text: 'Say so once the money has arrived. This cannot be taken back.',
    possible: 'can be confirmed',
    done: 'confirmed',
    failed: 'It could not be confirmed. Try again.',
  },
} as const satisfies Record<BulkAction, object>
