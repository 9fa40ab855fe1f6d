import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import type { AnalyticsSearch } from './analytics-search-widget'
import { CohortsPanel } from './cohorts-panel'
import { DrinksPanel } from './drinks-panel'
import { HeatPanel } from './heat-panel'
import type { AnalyticsRange } from './use-analytics-range'

/** When people drink, how much, and how long they stay. Another range begins anew, also where reading was stopped. */
export function UsageSection({ range, search }: { range: AnalyticsRange; search: AnalyticsSearch }) {
  const { isGlobalView } = useMerchantSelection()
  const { from, to, merchantId = '', planId = '' } = range
  const scope = { range, search, isGlobalView }
  const asked = [from, to, merchantId, planId].join(' ')
  return (
    <>
      <div className="q-grid-2" data-equal>
        <HeatPanel key={`heat ${asked}`} scope={scope} />
        <DrinksPanel key={`drinks ${asked}`} scope={scope} />
      </div>
      <CohortsPanel scope={scope} />
    </>
  )
}
