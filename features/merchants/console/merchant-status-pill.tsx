import { useNow } from '@quaff/platform/console/clock'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import type { MerchantRow } from '../contract'
import { merchantLook, merchantLooks } from './merchant-status'
import { timeInStatus } from './time-in-status'

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
