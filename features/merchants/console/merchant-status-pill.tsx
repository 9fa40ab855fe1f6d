import { useNow } from '@quaff/platform/console/clock'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { MerchantRow } from '../contract'
import { merchantLook, merchantLooks } from './merchant-status'

type MerchantStatusPillProps = {
  merchant: Pick<MerchantRow, 'status' | 'needsReview' | 'isLive' | 'statusChangedAt'>
  timeZone: string
}

export function MerchantStatusPill({ merchant, timeZone }: MerchantStatusPillProps) {
  const now = useNow(60_000)
  const since = timeInStatus(merchant.statusChangedAt, now)
  return (
    <span className="q-nowrap">
      <LookPill look={merchantLooks[merchantLook(merchant)]} />{' '}
      {since && (
        <span
          className="q-caption q-num"
          title={`Since ${formatDate(merchant.statusChangedAt, 'exact', { timeZone })}`}
        >
          {since}
        </span>
      )}
    </span>
  )
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** "3 d", "3 h" or "< 1 h" beside the status; nothing when it is not known since when. */
export function timeInStatus(since: Date, now: Date): string | undefined {
  if (since.getTime() === 0) return undefined
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0)
  const days = Math.floor(elapsedMs / DAY_MS)
  if (days >= 1) return `${days} d`
  return elapsedMs < HOUR_MS ? '< 1 h' : `${Math.floor(elapsedMs / HOUR_MS)} h`
}
