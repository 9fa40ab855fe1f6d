import { categoryChoices } from '@quaff/features/merchants/category/rules'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import type { SortOption } from '@quaff/platform/console/list/sort-menu'
import type { ListForPromotionInput, PromotionId } from '../../contract'
import { validatePromotionSearch, type PromotionSearch } from '../promotion-search-widget'

export const promotionFilters: FilterDefinition[] = [
  { id: 'enabled', label: 'Enabled', kind: 'boolean' },
  { id: 'category', label: 'Category', kind: 'select', options: categoryChoices },
  { id: 'updated', label: 'Updated', kind: 'date-range' },
]

export const promotionSortOptions: SortOption[] = [
  { key: 'name', label: 'Merchant', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
  { key: 'updated', label: 'Updated', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
]

export function promotionFilterValues({ enabled, category, updatedFrom, updatedTo }: PromotionSearch): FilterValues {
  return withoutAbsent({
    enabled: enabled === undefined ? undefined : String(enabled),
    category,
    updated: updatedFrom || updatedTo ? `${updatedFrom ?? ''}..${updatedTo ?? ''}` : undefined,
  })
}

/** A chip's change as a change of the address; what the validator refuses is taken as "no filter". */
export function promotionFilterChange(id: string, value: string | undefined): Partial<PromotionSearch> {
  if (id !== 'updated') {
    const valid: Record<string, unknown> = validatePromotionSearch({ [id]: value })
    return { [id]: valid[id], page: undefined }
  }
  const { from, to } = splitRange(value)
  const { updatedFrom, updatedTo } = validatePromotionSearch({ updatedFrom: from, updatedTo: to })
  return { updatedFrom, updatedTo, page: undefined }
}

export const noPromotionFilters = {
  q: undefined,
  enabled: undefined,
  category: undefined,
  updatedFrom: undefined,
  updatedTo: undefined,
  page: undefined,
} as const satisfies Partial<PromotionSearch>

export function gridInputOf(
  search: PromotionSearch,
  promotionId: PromotionId,
  timeZone: string,
): Omit<ListForPromotionInput, 'cursor' | 'limit'> {
  const { createdFrom, createdTo } = dayRange(search.updatedFrom, search.updatedTo, timeZone)
  return {
    promotionId,
    q: search.q,
    enabled: search.enabled,
    category: search.category,
    updatedFrom: createdFrom,
    updatedTo: createdTo,
    sort: search.sort ?? 'name',
    order: search.order ?? 'asc',
  }
}
