import type { FilterDefinition } from '@quaff/platform/console/list/filter-chips'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'
import type { LocationSearch } from '../location-search-widget'

export const locationFilters: FilterDefinition[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'select',
    options: [
      { value: 'open', label: 'Open now' },
      { value: 'closed', label: 'Closed' },
      { value: 'closure', label: 'Closure' },
    ],
  },
]

export const locationSortOptions: SortOption[] = [
  { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
  { key: 'redemptions', label: 'Redemptions', directionLabels: { asc: 'fewest first', desc: 'most first' } },
  { key: 'updated', label: 'Updated', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
]

export const noLocationFilters = {
  q: undefined,
  status: undefined,
  page: undefined,
} as const satisfies Partial<LocationSearch>

export function shownSort(search: LocationSearch) {
  return { key: search.sort ?? 'name', direction: search.order ?? 'asc' } as const
}
