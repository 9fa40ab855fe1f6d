import type { FilterDefinition } from '@quaff/platform/console/list/filter-chips'
import { useMerchantFilter, usePlanFilter } from '../filter-choices-widget'
import type { SubscriptionSearch } from '../subscription-search-widget'
import { dateFilters } from './subscription-filters'

/** Merchants where none is given, and the plans of the one that is. */
export function useFilterChoices(search: SubscriptionSearch, scopedTo: string | undefined): FilterDefinition[] {
  const merchant = useMerchantFilter(search.merchantId, scopedTo === undefined)
  const plan = usePlanFilter(scopedTo ?? search.merchantId, search.planId)
  return [merchant, plan, ...dateFilters(search)].filter((one) => one !== undefined)
}
