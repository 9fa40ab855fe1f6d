import type { UserAction } from '../../../access/contract'
import { notTried, type RowResult } from '@quaff/platform/console/list/bulk/run-one-by-one'

export const bulkActions = ['suspend', 'reactivate', 'resendInvitation'] as const satisfies readonly UserAction[]
export type BulkAction = (typeof bulkActions)[number]

const countFormat = new Intl.NumberFormat()
export const formatCount = (count: number) => countFormat.format(count)
export const people = (count: number) => `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`

export const bulkWords = {
  suspend: {
    title: (count: number) => `Suspend ${people(count)}?`,
    text: 'They are signed out everywhere at once, and cannot sign in until somebody reactivates them. Subscriptions and history stay.',
    button: 'Suspend',
    possible: 'can be suspended',
    done: 'suspended',
    hasReason: true,
  },
  reactivate: {
    title: (count: number) => `Reactivate ${people(count)}?`,
    text: 'They can sign in again, with the role and the merchants they had.',
    button: 'Reactivate',
    possible: 'can be reactivated',
    done: 'reactivated',
    hasReason: true,
  },
  resendInvitation: {
    title: (count: number) => `Resend the invitation to ${people(count)}?`,
    text: 'Each gets a mail with a new link. The earlier one no longer works.',
    button: 'Resend to',
    possible: 'can be sent another invitation',
    done: 'sent again',
    hasReason: false,
  },
} as const satisfies Record<BulkAction, object>

/** "7 suspended, 1 failed, 3 not tried". */
export function bulkSummary(action: BulkAction, results: readonly RowResult[]): string {
  const done = results.filter(({ ok }) => ok).length
  const untried = results.filter(({ error }) => error === notTried).length
  const failed = results.length - done - untried
  return [
    `${formatCount(done)} ${bulkWords[action].done}`,
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(untried > 0 ? [`${formatCount(untried)} not tried`] : []),
  ].join(', ')
}
