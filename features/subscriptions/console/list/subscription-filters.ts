import type { SubscriptionFilter } from '../../contract'
import { validateSubscriptionSearch, type SubscriptionSearch } from '../subscription-search-widget'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'

export const createdFilter: FilterDefinition = { id: 'created', label: 'Created', kind: 'date-range' }

/** Only what the chips show: the status is a tab. */
export function subscriptionFilterValues(
  { merchantId, planId, createdFrom, createdTo }: SubscriptionSearch,
  scopedTo: string | undefined,
): FilterValues {
  return withoutAbsent({
    merchantId: scopedTo === undefined ? merchantId : undefined,
    planId,
    created: createdFrom || createdTo ? `${createdFrom ?? ''}..${createdTo ?? ''}` : undefined,
  })
}

export function subscriptionFilterChange(id: string, value: string | undefined): Partial<SubscriptionSearch> {
  if (id === 'created') {
    const { from, to } = splitRange(value)
    const { createdFrom, createdTo } = validateSubscriptionSearch({ createdFrom: from, createdTo: to })
    return { createdFrom, createdTo, page: undefined }
  }
  const { merchantId, planId } = validateSubscriptionSearch({ [id]: value })
  // Plans belong to one merchant: another merchant has others.
  return id === 'merchantId' ? { merchantId, planId: undefined, page: undefined } : { planId, page: undefined }
}

export const noSubscriptionFilters = {
  q: undefined,
  status: undefined,
  merchantId: undefined,
  planId: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  page: undefined,
} as const satisfies Partial<SubscriptionSearch>

/** `scopedTo` wins over a merchant in the address; people are looked for by those who may only. */
export function subscriptionFilterOf(
  search: SubscriptionSearch,
  { timeZone, scopedTo, maySearch }: { timeZone: string; scopedTo: string | undefined; maySearch: boolean },
): SubscriptionFilter {
  return withoutAbsent({
    merchantId: scopedTo ?? search.merchantId,
    status: search.status,
    planId: search.planId,
    q: maySearch ? search.q : undefined,
    ...dayRange(search.createdFrom, search.createdTo, timeZone),
  })
}
