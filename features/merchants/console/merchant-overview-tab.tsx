import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { formatCount } from '@quaff/platform/console/display/figure-text'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import type { MerchantRecord } from '../contract'
import { CompletenessPanel } from './completeness-panel'
import { ContactPanel, ReviewNotices, SettingsPanel } from './merchant-details-panels'
import { RevenueText } from './merchant-list'
import type { MerchantView } from './merchant-search-widget'

interface MerchantOverviewTabProps {
  merchant: MerchantRecord
  onView: (view: MerchantView) => void
  onEdit: () => void
}

export function MerchantOverviewTab({ merchant, onView, onEdit }: MerchantOverviewTabProps) {
  return (
    <div className="q-stack-loose">
      <ReviewNotices merchant={merchant} />
      <CompletenessPanel merchant={merchant} onView={onView} onEdit={onEdit} />
      <MerchantTiles merchant={merchant} />
      <ContactPanel merchant={merchant} />
      <SettingsPanel merchant={merchant} />
    </div>
  )
}

/** The derived stats of spec §3. */
function MerchantTiles({ merchant }: { merchant: MerchantRecord }) {
  const timeZone = useTimeZone()
  const opened = merchant.status === 'active' && merchant.isLive
  return (
    <MetricTiles columns={2} label="Merchant metrics">
      <MetricTile
        label="Subscribers"
        value={formatCount(merchant.totalSubscribers)}
        note={
          merchant.totalSubscribers === 0 && !opened
            ? 'Not selling yet'
            : `${formatCount(merchant.activeSubscribers)} active`
        }
      />
      <MetricTile label="Monthly revenue" value={<RevenueText totals={merchant.monthlyRevenue} />} />
      <MetricTile label="Redemptions" value={formatCount(merchant.redemptionCount)} note="All time" />
      <MetricTile
        label="Locations"
        value={formatCount(merchant.totalLocations)}
        note={
          merchant.lastActivity ? (
            <>
              Last subscription <RelativeTime value={merchant.lastActivity} timeZone={timeZone} />
            </>
          ) : (
            'No subscriptions yet'
          )
        }
      />
    </MetricTiles>
  )
}
