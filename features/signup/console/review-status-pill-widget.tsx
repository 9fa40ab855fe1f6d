import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import type { SignupStatus } from '../contract'

/** Used by submissions from outside that are decided once. */
export const reviewLooks = {
  submitted: { label: 'Waiting', tone: 'warn', icon: IconHourglass },
  approved: { label: 'Approved', tone: 'ok', icon: IconCircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<SignupStatus, Look>

export const ReviewStatusPill = ({ status }: { status: SignupStatus }) => <LookPill look={reviewLooks[status]} />
