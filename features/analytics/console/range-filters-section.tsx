import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { useMerchantFilter, usePlanFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { chipChange, chipsOf, chipValues } from '@quaff/platform/console/list/record/chip-values'
import { analyticsSearch, type AnalyticsSearch, type ChangeAnalyticsSearch } from './analytics-search-widget'

type RangeFiltersProps = { search: AnalyticsSearch; onSearch: ChangeAnalyticsSearch }

const list = { search: analyticsSearch, forgets: { merchant: ['plan'] } } as const

/** The merchant in global view only; a plan belongs to one merchant, so it goes with it. */
export function RangeFilters({ search, onSearch }: RangeFiltersProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const merchant = useMerchantFilter(search.merchant, scopedTo === undefined)
  const plan = usePlanFilter(scopedTo ?? search.merchant, search.plan)
  const { fields } = analyticsSearch
  const filters = chipsOf(fields, { merchant, plan })
  if (filters.length === 0) return null
  return (
    <FilterChips
      filters={filters}
      values={chipValues(fields, filters, search)}
      onChange={(id, value) => onSearch(chipChange(list, id, value))}
    />
  )
}
