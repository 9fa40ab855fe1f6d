import { IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { SignupStatus } from '../../contract'

/** Of whatever is sent in from outside and answered once. */
export const reviewLooks = {
  submitted: { label: 'Waiting', tone: 'warn', icon: IconHourglass },
  approved: { label: 'Approved', tone: 'ok', icon: IconCircleCheck },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
} as const satisfies Record<SignupStatus, { label: string; tone: Tone; icon: IconLike }>

export function ReviewStatusPill({ status }: { status: SignupStatus }) {
  const { label, tone, icon } = reviewLooks[status]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
