import type { Fields, ValuesOf } from '@quaff/platform/shared/fields/fields'
import type { ListDefinition } from '../list/list-definition'

/** Returns the list request for the first page, without the page number. */
export function listInput<Row, Details, F extends Fields, S extends Fields, Filter, Input>(
  list: ListDefinition<Row, Details, F, S, Filter, Input>,
  search: ValuesOf<S>,
  details: Details,
) {
  const input = list.input(list.filter(search, details), { limit: 20, cursor: undefined }, search)
  return Object.fromEntries(Object.entries(input as object).filter(([name]) => name !== 'limit' && name !== 'cursor'))
}
