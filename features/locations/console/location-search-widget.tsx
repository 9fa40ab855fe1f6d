import { searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { locationFilters, locationSorts } from '../contract'

/** `edit` and `print` belong to the open record. */
export const locationSearch = searchOf({
  ...locationFilters,
  sort: oneOf(locationSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  action: oneOf(['create', 'edit', 'import', 'print']),
})
export type LocationSearch = SearchOf<typeof locationSearch>
