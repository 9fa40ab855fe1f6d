import {
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconEyeCheck,
  IconPlayerPause,
  IconProgress,
} from '@tabler/icons-react'
import { useNow } from '@quaff/platform/console/clock'
import { counted, formatDate } from '@quaff/platform/console/display/formats'
import { type StatusMeta, MetaPill } from '@quaff/platform/console/display/panel'
import type { MerchantRow, MerchantStatus, MerchantTab } from '../contract'

type MerchantStatusPillProps = {
  merchant: Pick<MerchantRow, 'status' | 'needsReview' | 'isLive' | 'statusChangedAt'>
  timeZone: string
}

export function MerchantStatusPill({ merchant, timeZone }: MerchantStatusPillProps) {
  const now = useNow(60_000)
  const since = timeInStatus(merchant.statusChangedAt, now)
  return (
    <span className="q-nowrap">
      <MetaPill meta={merchantStatusMeta[findMerchantStatusMeta(merchant)]} />{' '}
      {since && (
        <span
          className="q-caption q-num"
          title={`Since ${formatDate(merchant.statusChangedAt, 'exact', { timeZone })}`}
        >
          <span aria-hidden>{since.shown}</span>
          <span className="q-hidden">{since.spoken}</span>
        </span>
      )}
    </span>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** "3 d", "3 h" or "< 1 h" beside the status, and in words for screen readers; undefined if the start is unknown. */
export function timeInStatus(since: Date, now: Date): { shown: string; spoken: string } | undefined {
  if (since.getTime() === 0) return undefined
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0)
  const days = Math.floor(elapsedMs / DAY_MS)
  if (days >= 1) return { shown: `${days} d`, spoken: `for ${counted(days, 'day')}` }
  if (elapsedMs < HOUR_MS) return { shown: '< 1 h', spoken: 'for less than an hour' }
  const hours = Math.floor(elapsedMs / HOUR_MS)
  return { shown: `${hours} h`, spoken: `for ${counted(hours, 'hour')}` }
}

type MerchantStatusMeta =
  | 'active'
  | 'paused'
  | 'pendingReview'
  | 'needsReview'
  | 'setup'
  | 'suspended'
  | 'rejected'
  | 'archived'

export const merchantStatusMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  paused: { label: 'Paused', tone: 'neutral', icon: IconPlayerPause },
  pendingReview: { label: 'Pending review', tone: 'warn', icon: IconEyeCheck },
  needsReview: { label: 'Needs review', tone: 'warn', icon: IconAlertTriangle },
  setup: { label: 'Setup', tone: 'info', icon: IconProgress },
  suspended: { label: 'Suspended', tone: 'danger', icon: IconBan },
  rejected: { label: 'Rejected', tone: 'danger', icon: IconCircleX },
  archived: { label: 'Archived', tone: 'neutral', icon: IconArchive },
} as const satisfies Record<MerchantStatusMeta, StatusMeta>

const metaOfStatus = {
  pending: 'setup',
  pending_review: 'pendingReview',
  active: 'active',
  suspended: 'suspended',
  rejected: 'rejected',
  archived: 'archived',
} as const satisfies Record<MerchantStatus, MerchantStatusMeta>

/** Pending review comes first, then the status. An active merchant that is not selling is paused. */
export function findMerchantStatusMeta(
  merchant: Pick<MerchantRow, 'status' | 'needsReview' | 'isLive'>,
): MerchantStatusMeta {
  if (merchant.needsReview && merchant.status !== 'pending_review') return 'needsReview'
  if (merchant.status === 'active' && !merchant.isLive) return 'paused'
  return metaOfStatus[merchant.status]
}

/** The filter's values select more than their status (G27, spec §4), so they are worded by what they find. */
export const statusFilterLabels = {
  pending: 'Pending review or setup',
  pending_review: 'Needs review',
  active: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
  archived: 'Archived',
} as const satisfies Record<MerchantStatus, string>

export const tabLabels = {
  all: 'All',
  live: 'Live',
  review: 'Pending review',
  setup: 'Setup',
  other: 'Other',
} as const satisfies Record<MerchantTab, string>
