import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/status-pill'
import type { SignupStatus } from '../contract'

/** Used by submissions from outside that are decided once. */
export const reviewStatusMeta = {
  submitted: { label: 'Waiting', tone: 'warn', icon: IconHourglass },
  approved: { label: 'Approved', tone: 'ok', icon: IconCircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<SignupStatus, StatusMeta>

export const ReviewStatusPill = ({ status }: { status: SignupStatus }) => <MetaPill meta={reviewStatusMeta[status]} />
