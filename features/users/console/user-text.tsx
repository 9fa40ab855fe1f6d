import { IconBan, IconCircleCheck, IconCircleX, IconHourglass, IconMail } from '@tabler/icons-react'
import type { StatusMeta } from '@quaff/platform/console/display/panel'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { UserRow, UserStatus, UserTab } from '../contract'
import classes from './users.module.css'

/** A placeholder for a missing address: marked, and never a link (G29). */
export function UserEmail({ user }: { user: Pick<UserRow, 'email' | 'emailIsPlaceholder'> }) {
  if (!user.emailIsPlaceholder) return <span className={classes.email}>{readableEmail(user.email)}</span>
  return (
    <span className="q-ghost" title="Placeholder address. We never send email to it.">
      no email address
    </span>
  )
}

export const userStatusMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  pending: { label: 'Pending', tone: 'info', icon: IconMail },
  pending_approval: { label: 'Pending approval', tone: 'warn', icon: IconHourglass },
  suspended: { label: 'Suspended', tone: 'danger', icon: IconBan },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<UserStatus, StatusMeta>

/** "pending" finds pending_approval too (spec §2). */
export const userStatusFilterLabels = {
  active: 'Active',
  pending: 'Pending, approval included',
  pending_approval: 'Pending approval',
  suspended: 'Suspended',
  rejected: 'Rejected',
} as const satisfies Record<UserStatus, string>

export const userTabLabels = {
  team: 'Team',
  pending: 'Pending',
  customers: 'Customers',
  blocked: 'Suspended/Rejected',
} as const satisfies Record<UserTab, string>
