import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSend, IconThumbUp } from '@tabler/icons-react'
import { MetaPill, type StatusMeta } from '@quaff/platform/console/display/panel'
import type { PayoutStatus } from '../statement-contract'

export const payoutStatusMeta = {
  draft: { label: 'Draft', tone: 'neutral', icon: IconCircleDashed },
  approved: { label: 'Approved', tone: 'info', icon: IconThumbUp },
  sent: { label: 'Sent', tone: 'info', icon: IconSend },
  confirmed: { label: 'Confirmed', tone: 'ok', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'danger', icon: IconAlertTriangle },
} as const satisfies Record<PayoutStatus, StatusMeta>

export const PayoutStatusPill = ({ status }: { status: PayoutStatus }) => <MetaPill meta={payoutStatusMeta[status]} />
