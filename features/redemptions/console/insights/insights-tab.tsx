import { Segmented } from '@quaff/platform/console/controls/segmented'
import { insightRanges } from '../../insights/contract'
import type { RedemptionTabProps } from '../redemption-search-widget'
import { HeatmapPanel } from './heatmap/heatmap-panel'
import { HeavyUsersPanel } from './heavy-users-panel'
import { IdlePanel } from './idle-panel'
import { LocationSharesPanel } from './location-shares-panel'
import { PlanEconomicsPanel } from './plan-economics-panel'
import classes from './insights.module.css'

const options = insightRanges.map((days) => ({ value: String(days), label: `${days} days` }))
const usual = 30

/** What the redemptions of a merchant say: when, where, at which price, and whom to look after. */
export function InsightsTab({ merchantId, search, onSearch }: RedemptionTabProps) {
  const days = search.range ?? usual
  return (
    <div className="q-stack">
      <div className={classes.range}>
        <Segmented
          label="Range of the heatmap and the locations"
          value={String(days)}
          options={options}
          onChange={(value) => {
            const range = insightRanges.find((choice) => String(choice) === value)
            onSearch({ range: range === usual ? undefined : range })
          }}
        />
        <span className="q-caption">
          Only completed redemptions count; voided ones count nowhere. Plans and people have windows of their own.
        </span>
      </div>
      <HeatmapPanel merchantId={merchantId} days={days} />
      <LocationSharesPanel merchantId={merchantId} days={days} />
      <PlanEconomicsPanel merchantId={merchantId} />
      <div className="q-grid-2">
        <IdlePanel merchantId={merchantId} />
        <HeavyUsersPanel merchantId={merchantId} />
      </div>
    </div>
  )
}
