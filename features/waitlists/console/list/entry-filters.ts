import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'
import type { EntryFilter, ListEntriesInput } from '../../entries/contract'
import { areaName } from '../demand/area-looks'
import { validateWaitlistSearch, type WaitlistSearch } from '../waitlist-search-widget'

export const entrySortOptions: SortOption[] = [
  { key: 'joined', label: 'Joined', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
  { key: 'referrals', label: 'Referrals', directionLabels: { asc: 'fewest first', desc: 'most first' } },
]

/** States have their tabs. */
export function entryFilters(search: WaitlistSearch, sources: readonly string[]): FilterDefinition[] {
  const area = areaOf(search)
  return [
    { id: 'created', label: 'Joined', kind: 'date-range' },
    {
      id: 'source',
      label: 'Source',
      kind: 'select',
      options: sources.filter(Boolean).map((value) => ({ value, label: value })),
    },
    // Areas are chosen in the demand view; here one is only seen and taken off again.
    ...(area === undefined
      ? []
      : [{ id: 'area', label: 'Area', kind: 'select' as const, options: [{ value: area, label: area }] }]),
  ]
}

export function entryFilterValues(search: WaitlistSearch): FilterValues {
  const { status, source, createdFrom, createdTo } = search
  const created = createdFrom || createdTo ? `${createdFrom ?? ''}..${createdTo ?? ''}` : undefined
  return withoutAbsent({ status, source, created, area: areaOf(search) })
}

function areaOf({ city, postalCode }: WaitlistSearch): string | undefined {
  return city === undefined && postalCode === undefined
    ? undefined
    : areaName({ city: city ?? '', postalCode: postalCode ?? '' })
}

export function entryFilterChange(id: string, value: string | undefined): Partial<WaitlistSearch> {
  if (id === 'area') return value === undefined ? { city: undefined, postalCode: undefined, page: undefined } : {}
  if (id === 'created') {
    const { from, to } = splitRange(value)
    const { createdFrom, createdTo } = validateWaitlistSearch({ createdFrom: from, createdTo: to })
    return { createdFrom, createdTo, page: undefined }
  }
  const valid: Record<string, unknown> = validateWaitlistSearch({ [id]: value })
  return { [id]: valid[id], page: undefined }
}

export const noEntryFilters = {
  q: undefined,
  status: undefined,
  source: undefined,
  city: undefined,
  postalCode: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  page: undefined,
} as const satisfies Partial<WaitlistSearch>

/** Days are those of the platform's zone. */
export function entryFilterOf(waitlistId: string, search: WaitlistSearch, timeZone: string): EntryFilter {
  const { q, status, source, city, postalCode, createdFrom, createdTo } = search
  return {
    waitlistId,
    ...withoutAbsent({ q, status, source, city, postalCode }),
    ...dayRange(createdFrom, createdTo, timeZone),
  }
}

export function listInputOf(
  waitlistId: string,
  search: WaitlistSearch,
  timeZone: string,
): Omit<ListEntriesInput, 'cursor' | 'limit'> {
  return {
    ...entryFilterOf(waitlistId, search, timeZone),
    sort: search.sort ?? 'joined',
    order: search.order ?? 'desc',
  }
}
