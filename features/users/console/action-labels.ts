import { counted } from '@quaff/platform/console/display/formats'
import type { UserAction } from '../access-contract'
import type { PersonAction } from './user-commands-widget'

type Words = {
  done: string
  /** Spec §7 where it names a text. */
  failed: string
  danger?: true
}

export const actionLabels = {
  resendInvitation: { done: 'Invitation sent again', failed: 'Failed to resend invitation' },
  correctEmail: { done: 'Email corrected', failed: 'Failed to correct the email' },
  cancelInvitation: { done: 'Invitation canceled', failed: 'Failed to cancel the invitation', danger: true },
  approve: { done: 'Registration approved', failed: 'Failed to approve user registration' },
  reject: { done: 'Registration rejected', failed: 'Failed to reject user registration', danger: true },
  updateRole: { done: 'Role changed', failed: 'Failed to update user role' },
  sendPasswordReset: { done: 'Password reset sent', failed: 'Failed to send password reset' },
  suspend: { done: 'User suspended', failed: 'Failed to suspend user', danger: true },
  reactivate: { done: 'User reactivated', failed: 'Failed to reactivate user' },
  removeFromMerchant: { done: 'Removed from the merchant', failed: 'Failed to remove the user', danger: true },
  delete: { done: 'User deleted', failed: 'Failed to delete user', danger: true },
} as const satisfies Record<PersonAction, Words>

export const bulkActions = ['suspend', 'reactivate', 'resendInvitation'] as const satisfies readonly UserAction[]
export type BulkAction = (typeof bulkActions)[number]

export const people = (count: number) => counted(count, 'person', 'people')

export const bulkLabels = {
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
