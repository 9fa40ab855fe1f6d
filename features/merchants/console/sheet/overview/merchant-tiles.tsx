import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metrics/metric-tiles'
import type { MerchantRecord } from '../../../contract'
import { RevenueText } from '../../revenue-text'

const countFormat = new Intl.NumberFormat()

/** The derived stats of spec §3. */
export function MerchantTiles({ merchant }: { merchant: MerchantRecord }) {
  const timeZone = useTimeZone()
  const opened = merchant.status === 'active' && merchant.isLive
  return (
    <MetricTiles columns={2} label="Figures of this merchant">
      <MetricTile
        label="Subscribers"
        value={countFormat.format(merchant.totalSubscribers)}
        note={
          merchant.totalSubscribers === 0 && !opened
            ? 'Not live yet'
            : `${countFormat.format(merchant.activeSubscribers)} active`
        }
      />
      <MetricTile
        label="Monthly revenue"
        value={<RevenueText totals={merchant.monthlyRevenue} />}
        note="From active subscriptions"
      />
      <MetricTile label="Redemptions" value={countFormat.format(merchant.redemptionCount)} note="Since the beginning" />
      <MetricTile
        label="Locations"
        value={countFormat.format(merchant.totalLocations)}
        note={
          merchant.lastActivity ? (
            <>
              Last subscription <RelativeTime value={merchant.lastActivity} timeZone={timeZone} />
            </>
          ) : (
            'No subscription yet'
          )
        }
      />
    </MetricTiles>
  )
}
