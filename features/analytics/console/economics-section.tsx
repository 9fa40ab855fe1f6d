import { useMerchantSelection, useSessionUser } from '@quaff/features/sessions/console/session-widget'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from './analytics-search-widget'
import { ChurnPanel } from './churn-panel'
import { PlanRevenuePanel } from './plan-revenue-panel'
import { StartDatesPanel } from './start-dates-panel'
import { TopMerchantsPanel } from './top-merchants-panel'
import type { AnalyticsRange } from './use-analytics-range'

type EconomicsSectionProps = { range: AnalyticsRange; search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

/** Who stays, who leaves, and what earns; merchants beside each other for whoever has several. */
export function EconomicsSection({ range, search, onSearch }: EconomicsSectionProps) {
  const { isGlobalView, selectMerchant } = useMerchantSelection()
  const { permissions } = useSessionUser()
  const scope = { range, search, isGlobalView }
  const hasSeveral = !permissions.canViewAllMerchants && permissions.canViewMerchantIds.length > 1
  return (
    <div className="q-grid-2" data-equal>
      <StartDatesPanel scope={scope} />
      <ChurnPanel scope={scope} />
      <PlanRevenuePanel scope={scope} />
      {(isGlobalView || hasSeveral) && (
        <TopMerchantsPanel
          scope={scope}
          onChoose={(merchant) => {
            // A plan filter belongs to the former merchant.
            onSearch({ merchant: isGlobalView ? merchant.id : undefined, plan: undefined })
            if (!isGlobalView) selectMerchant({ ...merchant, logoUrl: null })
          }}
        />
      )}
    </div>
  )
}
