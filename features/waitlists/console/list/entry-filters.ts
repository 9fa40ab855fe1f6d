import { shownStatuses, type EntryFilter, type ListEntriesInput } from '../../entries/contract'
import { statusLooks } from '../entry-looks'
import { validateWaitlistSearch, type WaitlistSearch } from '../waitlist-search-widget'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'

export const entrySortOptions: SortOption[] = [
  { key: 'joined', label: 'Joined', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
  { key: 'referrals', label: 'Referrals', directionLabels: { asc: 'fewest first', desc: 'most first' } },
]

export function entryFilters(search: WaitlistSearch, sources: readonly string[]): FilterDefinition[] {
  const { city, postalCode } = search
  const area = [city, postalCode].filter(Boolean).join(' ')
  return [
    {
      id: 'status',
      label: 'Status',
      kind: 'select',
      options: shownStatuses.map((value) => ({ value, label: statusLooks[value].label })),
    },
    {
      id: 'source',
      label: 'Source',
      kind: 'select',
      options: sources.filter(Boolean).map((value) => ({ value, label: value })),
    },
    // Areas are chosen in the demand view; here one is only seen and taken off again.
    ...(area === ''
      ? []
      : [{ id: 'area', label: 'Area', kind: 'select' as const, options: [{ value: area, label: area }] }]),
  ]
}

export function entryFilterValues(search: WaitlistSearch): FilterValues {
  const { status, source, city, postalCode } = search
  const area = [city, postalCode].filter(Boolean).join(' ')
  return withoutAbsent({ status, source, area: area === '' ? undefined : area })
}

export function entryFilterChange(id: string, value: string | undefined): Partial<WaitlistSearch> {
  if (id === 'area') return value === undefined ? { city: undefined, postalCode: undefined, page: undefined } : {}
  const valid: Record<string, unknown> = validateWaitlistSearch({ [id]: value })
  return { [id]: valid[id], page: undefined }
}

export const noEntryFilters = {
  q: undefined,
  status: undefined,
  source: undefined,
  city: undefined,
  postalCode: undefined,
  page: undefined,
} as const satisfies Partial<WaitlistSearch>

export function entryFilterOf(waitlistId: string, search: WaitlistSearch): EntryFilter {
  const { q, status, source, city, postalCode } = search
  return { waitlistId, ...withoutAbsent({ q, status, source, city, postalCode }) }
}

export function listInputOf(waitlistId: string, search: WaitlistSearch): Omit<ListEntriesInput, 'cursor' | 'limit'> {
  return { ...entryFilterOf(waitlistId, search), sort: search.sort ?? 'joined', order: search.order ?? 'desc' }
}
