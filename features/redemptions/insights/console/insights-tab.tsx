import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { windowText } from '@quaff/platform/console/display/measured/measured-words'
import { shiftDaysIn } from '@quaff/platform/shared/calendar'
import type { RedemptionTabProps } from '../../console/redemption-search-widget'
import { insightRanges } from '../contract'
import { HeatmapPanel } from './heatmap-panel'
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
  const timeZone = useFiguresTimeZone()
  const now = useNow()
  const window = { from: shiftDaysIn(timeZone, now, 1 - days), to: now }
  return (
    <div className="q-stack">
      <div className={classes.range}>
        <Segmented
          label="Range for busiest hours and locations"
          value={String(days)}
          options={options}
          onChange={(value) => {
            const range = insightRanges.find((choice) => String(choice) === value)
            onSearch({ range: range === usual ? undefined : range })
          }}
        />
        <span className="q-caption">{windowText({ window, timeZone })}</span>
      </div>
      <HeatmapPanel merchantId={merchantId} days={days} />
      <LocationSharesPanel merchantId={merchantId} days={days} />
      <PlanEconomicsPanel merchantId={merchantId} />
      <div className="q-grid-2" data-equal>
        <IdlePanel merchantId={merchantId} />
        <HeavyUsersPanel merchantId={merchantId} />
      </div>
    </div>
  )
}
