import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { useMerchantFilter, usePlanFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import type { AnalyticsSearch, ChangeAnalyticsSearch } from '../analytics-search-widget'
import { validateAnalyticsSearch } from '../analytics-search-widget'

type RangeFiltersProps = { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

/** The merchant in global view only; a plan belongs to one merchant, so it goes with it. */
export function RangeFilters({ search: { merchant, plan }, onSearch }: RangeFiltersProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const merchants = useMerchantFilter(merchant, scopedTo === undefined)
  const plans = usePlanFilter(scopedTo ?? merchant, plan)
  const filters = [merchants, plans].filter((one) => one !== undefined)
  if (filters.length === 0) return null
  return (
    <FilterChips
      filters={filters}
      values={{ merchantId: scopedTo === undefined ? merchant : undefined, planId: plan }}
      onChange={(id, value) =>
        onSearch(
          id === 'merchantId'
            ? { merchant: validateAnalyticsSearch({ merchant: value }).merchant, plan: undefined }
            : { plan: validateAnalyticsSearch({ plan: value }).plan },
        )
      }
    />
  )
}
