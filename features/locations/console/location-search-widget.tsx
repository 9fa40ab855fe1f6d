import { readId, readOneOf, readPage, readText, validSearch } from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import { locationSorts, openingStates, type LocationSort } from '../contract'

const actions = ['create', 'edit', 'import', 'print'] as const
const statuses = openingStates.filter((status) => status !== 'unknown')

/** What the address of the list holds; `edit` and `print` belong to the open record. */
export type LocationSearch = {
  q?: string
  status?: (typeof statuses)[number]
  sort?: LocationSort
  order?: SortOrder
  page?: number
  id?: string
  action?: (typeof actions)[number]
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateLocationSearch(raw: Record<string, unknown>): LocationSearch {
  return validSearch<LocationSearch>({
    q: readText(raw.q, pageLimits.maxSearchLength),
    status: readOneOf(statuses, raw.status),
    sort: readOneOf(locationSorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
    action: readOneOf(actions, raw.action),
  })
}
