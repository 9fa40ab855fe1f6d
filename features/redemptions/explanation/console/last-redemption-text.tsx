import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { RedemptionStatusPill } from '../../console/redemption-status-pill'
import type { RedemptionView } from '../../view/contract'

type LastRedemptionTextProps = { redemption: RedemptionView | null; timeZone: string }

export function LastRedemptionText({ redemption, timeZone }: LastRedemptionTextProps) {
  if (!redemption) return <p>No redemptions yet</p>
  const { merchantId, merchantName, locationName, planName, redeemedAt, status } = redemption
  return (
    <p>
      <span className="q-muted">Last redemption:</span> <RelativeTime value={redeemedAt} timeZone={timeZone} /> (
      <DateText value={redeemedAt} style="datetime" timeZone={timeZone} />) at{' '}
      <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
        {merchantName}
      </AppLink>
      , {locationName}, with {planName}
      {status !== 'completed' && (
        <>
          {' '}
          <RedemptionStatusPill status={status} />
        </>
      )}
    </p>
  )
}
