import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconCircleX, IconGavel } from '@tabler/icons-react'
import type { RefundProblem, RefundStatus } from '@quaff/features/refunds/contract'
import type { Look } from '@quaff/platform/console/display/status-pill'

export const refundLooks = {
  recorded: { label: 'Refunded', tone: 'neutral', icon: IconArrowBackUp },
  reversed: { label: 'Refund reversed', tone: 'neutral', icon: IconCircleX },
  open: { label: 'Dispute open', tone: 'warn', icon: IconGavel },
  won: { label: 'Dispute won', tone: 'ok', icon: IconCircleCheck },
  lost: { label: 'Dispute lost', tone: 'danger', icon: IconAlertTriangle },
} as const satisfies Record<RefundStatus, Look>

export const problemTexts = {
  FOREIGN_CURRENCY: 'different currency from the charge, not counted',
  EXCEEDS_CHARGE: 'more than the charge, counted up to its amount',
} as const satisfies Record<RefundProblem, string>
