import { StatusPill } from '@quaff/platform/console/display/status-pill'
import type { UserStatus } from '../contract'
import { userLooks } from './user-status'

export function UserStatusPill({ status }: { status: UserStatus }) {
  const look = userLooks[status]
  return (
    <StatusPill tone={look.tone} icon={look.icon}>
      {look.label}
    </StatusPill>
  )
}
