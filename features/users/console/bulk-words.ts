import { counted } from '@quaff/platform/console/display/figure-text'
import type { UserAction } from '../access-contract'

export const bulkActions = ['suspend', 'reactivate', 'resendInvitation'] as const satisfies readonly UserAction[]
export type BulkAction = (typeof bulkActions)[number]

export const people = (count: number) => counted(count, 'person', 'people')

export const bulkWords = {
  suspend: {
    title: (count: number) => `Suspend ${people(count)}?`,
    text: 'They’re signed out and can’t sign in until you reactivate them. Their subscriptions continue.',
    button: 'Suspend',
    possible: 'can be suspended',
    done: 'suspended',
    hasReason: true,
  },
  reactivate: {
    title: (count: number) => `Reactivate ${people(count)}?`,
    text: 'They can sign in again with their previous role and merchants.',
    button: 'Reactivate',
    possible: 'can be reactivated',
    done: 'reactivated',
    hasReason: true,
  },
  resendInvitation: {
    title: (count: number) => `Resend the invitation to ${people(count)}?`,
    text: 'Each gets a new link by email. The old one stops working.',
    button: 'Resend to',
    possible: 'can be sent another invitation',
    done: 'sent again',
    hasReason: false,
  },
} as const satisfies Record<BulkAction, object>
