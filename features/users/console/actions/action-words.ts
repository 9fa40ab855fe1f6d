import {
  IconBan,
  IconCheck,
  IconCircleX,
  IconKey,
  IconMail,
  IconMailForward,
  IconPencil,
  IconShieldCog,
  IconTrash,
  IconUserCheck,
  IconUserMinus,
} from '@tabler/icons-react'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { PersonAction } from './possible-actions'

type Words = {
  label: string
  /** Where there is little room. */
  short?: string
  icon: IconLike
  /** What is said once it was done. */
  done: string
  /** Spec §7 where it names a text. */
  failed: string
  danger?: true
}

export const actionWords = {
  resendInvitation: {
    label: 'Resend invitation',
    short: 'Resend',
    icon: IconMailForward,
    done: 'Invitation sent again',
    failed: 'Failed to resend invitation',
  },
  correctEmail: {
    label: 'Correct address',
    icon: IconPencil,
    done: 'Address corrected',
    failed: 'Failed to correct the address',
  },
  cancelInvitation: {
    label: 'Cancel invitation',
    icon: IconMail,
    done: 'Invitation canceled',
    failed: 'Failed to cancel the invitation',
    danger: true,
  },
  approve: {
    label: 'Approve',
    icon: IconCheck,
    done: 'Registration approved',
    failed: 'Failed to approve user registration',
  },
  reject: {
    label: 'Reject',
    icon: IconCircleX,
    done: 'Registration rejected',
    failed: 'Failed to reject user registration',
    danger: true,
  },
  updateRole: { label: 'Change role', icon: IconShieldCog, done: 'Role changed', failed: 'Failed to update user role' },
  sendPasswordReset: {
    label: 'Send password reset',
    short: 'Password reset',
    icon: IconKey,
    done: 'Password reset sent',
    failed: 'Failed to send password reset',
  },
  suspend: { label: 'Suspend', icon: IconBan, done: 'User suspended', failed: 'Failed to suspend user', danger: true },
  reactivate: {
    label: 'Reactivate',
    icon: IconUserCheck,
    done: 'User reactivated',
    failed: 'Failed to reactivate user',
  },
  removeFromMerchant: {
    label: 'Remove from this merchant',
    icon: IconUserMinus,
    done: 'Removed from the merchant',
    failed: 'Failed to remove the user',
    danger: true,
  },
  delete: { label: 'Delete', icon: IconTrash, done: 'User deleted', failed: 'Failed to delete user', danger: true },
} as const satisfies Record<PersonAction, Words>

const atOnce: readonly PersonAction[] = ['resendInvitation']

export function isDoneAtOnce(action: PersonAction): action is 'resendInvitation' {
  return atOnce.includes(action)
}

/** The points say that a dialog asks first. */
export function actionLabel(action: PersonAction): string {
  return isDoneAtOnce(action) ? actionWords[action].label : `${actionWords[action].label}…`
}

export function shortLabel(action: PersonAction): string {
  const { label, short }: Words = actionWords[action]
  return short ?? label
}
