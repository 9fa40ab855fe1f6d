import { counted } from '@quaff/platform/console/display/figures/figure-text'
import type { UserAction } from '../../../access/contract'

export const bulkActions = ['suspend', 'reactivate', 'resendInvitation'] as const satisfies readonly UserAction[]
export type BulkAction = (typeof bulkActions)[number]

export const people = (count: number) => counted(count, 'person', 'people')

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
