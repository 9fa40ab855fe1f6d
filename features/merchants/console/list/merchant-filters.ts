import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'
import { categoryChoices } from '../../category/rules'
import { merchantStatuses, type ListMerchantsInput } from '../../contract'
import { validateMerchantSearch, type MerchantSearch } from '../merchant-search-widget'
import { statusFilterLabels } from '../status/merchant-status'

export const merchantFilters: FilterDefinition[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'select',
    options: merchantStatuses.map((value) => ({ value, label: statusFilterLabels[value] })),
  },
  { id: 'category', label: 'Category', kind: 'select', options: categoryChoices },
  { id: 'hasBank', label: 'Has bank', kind: 'boolean' },
  { id: 'isLive', label: 'Live', kind: 'boolean' },
  { id: 'needsReview', label: 'Needs review', kind: 'boolean' },
  { id: 'created', label: 'Created', kind: 'date-range' },
]

export const merchantSortOptions: SortOption[] = [
  { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
  { key: 'subscribers', label: 'Subscribers', directionLabels: { asc: 'fewest first', desc: 'most first' } },
  { key: 'revenue', label: 'Monthly revenue', directionLabels: { asc: 'lowest first', desc: 'highest first' } },
  { key: 'activity', label: 'Last activity', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
  { key: 'created', label: 'Created', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
]

export function merchantFilterValues(search: MerchantSearch): FilterValues {
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value))
  const { createdFrom, createdTo } = search
  return withoutAbsent({
    status: search.status,
    category: search.category,
    hasBank: flag(search.hasBank),
    isLive: flag(search.isLive),
    needsReview: flag(search.needsReview),
    created: createdFrom || createdTo ? `${createdFrom ?? ''}..${createdTo ?? ''}` : undefined,
  })
}

/** A chip's change as a change of the address; what the validator refuses is taken as "no filter". */
export function merchantFilterChange(id: string, value: string | undefined): Partial<MerchantSearch> {
  if (id !== 'created') {
    const valid: Record<string, unknown> = validateMerchantSearch({ [id]: value })
    return { [id]: valid[id], page: undefined }
  }
  const { from, to } = splitRange(value)
  const { createdFrom, createdTo } = validateMerchantSearch({ createdFrom: from, createdTo: to })
  return { createdFrom, createdTo, page: undefined }
}

export const noMerchantFilters = {
  q: undefined,
  status: undefined,
  category: undefined,
  hasBank: undefined,
  isLive: undefined,
  needsReview: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  page: undefined,
} as const satisfies Partial<MerchantSearch>

export function listInputOf(search: MerchantSearch, timeZone: string): Omit<ListMerchantsInput, 'cursor' | 'limit'> {
  return {
    tab: search.tab ?? 'all',
    q: search.q,
    status: search.status,
    category: search.category,
    hasBank: search.hasBank,
    isLive: search.isLive,
    needsReview: search.needsReview,
    ...dayRange(search.createdFrom, search.createdTo, timeZone),
    sort: search.sort ?? 'name',
    order: search.order ?? 'desc',
  }
}

/** `?status=pending` is the review tab and those in setup: more than any tab of the states, so it is one of its own. */
export function shownTab(search: MerchantSearch) {
  return search.tab ?? (search.status === 'pending' ? 'pending' : 'all')
}
