import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import type { SortOption } from '@quaff/platform/console/list/list-menus'
import type { ListPlansRequest, PlanSort } from '../contract'
import { planSearch, type PlanSearch } from './plan-search-widget'

export type PlanListInput = ListPlansRequest & Required<Pick<ListPlansRequest, 'sort' | 'order'>>

/** Best sellers first, unless the address says otherwise. */
export function planListInput(merchantId: string, { q, status, sort, order }: PlanSearch): PlanListInput {
  return {
    merchantId,
    ...(q && { q }),
    ...(status && { status }),
    sort: sort ?? 'revenue',
    order: order ?? (sort === 'name' ? 'asc' : 'desc'),
  }
}

export const planFilters: FilterDefinition[] = [
  {
    id: 'status',
    label: 'Status',
    kind: 'select',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
]

export const planFilterValues = ({ status }: PlanSearch): FilterValues => (status ? { status } : {})
export const planFilterChange = (id: string, value: string | undefined): Partial<PlanSearch> =>
  id === 'status' ? { status: planSearch.read({ status: value }).status } : {}
export const noPlanFilters: Partial<PlanSearch> = { q: undefined, status: undefined }

const amounts = { asc: 'lowest first', desc: 'highest first' }
const times = { asc: 'oldest first', desc: 'newest first' }
export const planSortOptions: (SortOption & { key: PlanSort })[] = [
  { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
  { key: 'revenue', label: 'Revenue', directionLabels: amounts },
  { key: 'active', label: 'Active subscribers', directionLabels: amounts },
  { key: 'perDrink', label: 'Price per drink', directionLabels: amounts },
  { key: 'updated', label: 'Updated', directionLabels: times },
  { key: 'created', label: 'Created', directionLabels: times },
]
