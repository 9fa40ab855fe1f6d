import type { UsageFilter, UsageOptions } from '../../usage/contract'
import { redemptionStatuses } from '../../view/contract'
import { validateRedemptionSearch, type RedemptionSearch } from '../redemption-search-widget'
import { redemptionLooks } from '../redemption-status-pill'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'

const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

export function historyFilters({ locations, plans, methods }: UsageOptions): FilterDefinition[] {
  return [
    { id: 'date', label: 'Date', kind: 'date-range' },
    { id: 'locationId', label: 'Location', kind: 'select', options: named(locations) },
    { id: 'planId', label: 'Plan', kind: 'select', options: named(plans) },
    { id: 'method', label: 'Method', kind: 'select', options: methods.map((value) => ({ value, label: value })) },
    {
      id: 'status',
      label: 'Status',
      kind: 'select',
      options: redemptionStatuses.map((value) => ({ value, label: redemptionLooks[value].label })),
    },
  ]
}

export function historyFilterValues(search: RedemptionSearch): FilterValues {
  const { from, to, locationId, planId, method, status } = search
  const date = from || to ? `${from ?? ''}..${to ?? ''}` : undefined
  return withoutAbsent({ date, locationId, planId, method, status })
}

export function historyFilterChange(id: string, value: string | undefined): Partial<RedemptionSearch> {
  if (id !== 'date') {
    const valid: Record<string, unknown> = validateRedemptionSearch({ [id]: value })
    return { [id]: valid[id], page: undefined }
  }
  const range = splitRange(value)
  const { from, to } = validateRedemptionSearch({ from: range.from, to: range.to })
  return { from, to, page: undefined }
}

/** Days are those of the platform's zone. */
export function usageFilterOf(search: RedemptionSearch, timeZone: string): UsageFilter {
  const { locationId, planId, method, status } = search
  const { createdFrom, createdTo } = dayRange(search.from, search.to, timeZone)
  return withoutAbsent({ from: createdFrom, to: createdTo, locationId, planId, method, status })
}
