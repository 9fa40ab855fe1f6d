import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSend, IconThumbUp } from '@tabler/icons-react'
import { LookPill, type Look } from '@quaff/platform/console/display/status-pill'
import type { PayoutStatus } from '../statement/contract'

export const payoutLooks = {
  draft: { label: 'Draft', tone: 'neutral', icon: IconCircleDashed },
  approved: { label: 'Approved', tone: 'info', icon: IconThumbUp },
  sent: { label: 'Sent', tone: 'info', icon: IconSend },
  confirmed: { label: 'Confirmed', tone: 'ok', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: IconAlertTriangle },
} as const satisfies Record<PayoutStatus, Look>

export const PayoutStatusPill = ({ status }: { status: PayoutStatus }) => <LookPill look={payoutLooks[status]} />
