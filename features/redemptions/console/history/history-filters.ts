import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { UsageFilter, UsageOptions, UsageSlot } from '../../usage/contract'
import { redemptionStatuses } from '../../view/contract'
import { slotText } from '../insights/heatmap/heat-words'
import { validateRedemptionSearch, type RedemptionSearch } from '../redemption-search-widget'
import { redemptionLooks } from '../redemption-status-pill'
import { readSlot, slotKey } from './slot-words'

const named = (rows: readonly { id: string; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/** `slot` is what only a heatmap leads to: it has a chip while it is in the address. */
export function historyFilters(
  { locations, plans, methods }: UsageOptions,
  { slot: chosen }: RedemptionSearch = {},
): FilterDefinition[] {
  const slot = readSlot(chosen)
  return [
    { id: 'date', label: 'Date', kind: 'date-range' },
    { id: 'locationId', label: 'Location', kind: 'select', options: named(locations) },
    { id: 'planId', label: 'Plan', kind: 'select', options: named(plans) },
    {
      id: 'method',
      label: 'Method',
      kind: 'select',
      options: methods.map((value) => ({ value, label: codeTitle(value) })),
    },
    {
      id: 'status',
      label: 'Status',
      kind: 'select',
      options: redemptionStatuses.map((value) => ({ value, label: redemptionLooks[value].label })),
    },
    ...(slot ? [slotFilter(slot)] : []),
  ]
}

const slotFilter = (slot: UsageSlot): FilterDefinition => ({
  id: 'slot',
  label: 'Hour of the week',
  kind: 'select',
  options: [{ value: slotKey(slot), label: slotText(slot) }],
})

export function historyFilterValues(search: RedemptionSearch): FilterValues {
  const { from, to, locationId, planId, method, status, slot } = search
  const date = from || to ? `${from ?? ''}..${to ?? ''}` : undefined
  return withoutAbsent({ date, locationId, planId, method, status, slot })
}

export function historyFilterChange(id: string, value: string | undefined): Partial<RedemptionSearch> {
  // It comes with its days, and is only ever taken away.
  if (id === 'slot') return { slot: undefined, page: undefined }
  if (id !== 'date') {
    const valid: Record<string, unknown> = validateRedemptionSearch({ [id]: value })
    return { [id]: valid[id], page: undefined }
  }
  const range = splitRange(value)
  const { from, to } = validateRedemptionSearch({ from: range.from, to: range.to })
  return { from, to, ...(from === undefined && { slot: undefined }), page: undefined }
}

/** Days are those of the platform's zone. */
export function usageFilterOf(search: RedemptionSearch, timeZone: string): UsageFilter {
  const { locationId, planId, method, status } = search
  const slot = search.from === undefined ? undefined : readSlot(search.slot)
  const { createdFrom, createdTo } = dayRange(search.from, search.to, timeZone)
  return withoutAbsent({ from: createdFrom, to: createdTo, locationId, planId, method, status, slot })
}
