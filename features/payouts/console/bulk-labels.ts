import { counted } from '@quaff/platform/console/display/formats'

export const bulkActions = ['approve', 'close', 'markSent', 'confirm'] as const
export type BulkAction = (typeof bulkActions)[number]

export const payoutCount = (count: number) => counted(count, 'payout')

const labelsOf = (verb: string, done: string, text: string, tail = '') => ({
  title: (count: number) => `${verb} ${payoutCount(count)}${tail}?`,
  text,
  possible: `can be ${done}`,
  done,
  failed: `Couldn’t ${verb.toLowerCase()} it${tail}. Try again.`,
})

export const bulkLabels: Record<BulkAction, ReturnType<typeof labelsOf>> = {
  approve: labelsOf('Approve', 'approved', 'Owners get an email when their statement is ready.'),
  close: labelsOf('Close', 'closed', 'There’s nothing to pay. They’re settled without a payment.'),
  markSent: labelsOf(
    'Mark',
    'marked as sent',
    'Do this once you’ve submitted the payments to your bank. This doesn’t move money.',
    ' as sent',
  ),
  confirm: labelsOf(
    'Confirm',
    'confirmed',
    'Do this once the money has arrived. Later corrections go into the next payouts.',
  ),
}
