import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSend, IconThumbUp } from '@tabler/icons-react'
import { StatusPill, type Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { PayoutStatus } from '../statement/contract'

export const payoutLooks = {
  draft: { label: 'Draft', tone: 'neutral', icon: IconCircleDashed },
  approved: { label: 'Approved', tone: 'info', icon: IconThumbUp },
  sent: { label: 'Sent', tone: 'info', icon: IconSend },
  confirmed: { label: 'Confirmed', tone: 'ok', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: IconAlertTriangle },
} as const satisfies Record<PayoutStatus, { label: string; tone: Tone; icon: IconLike }>

export function PayoutStatusPill({ status }: { status: PayoutStatus }) {
  const { label, tone, icon } = payoutLooks[status]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}
