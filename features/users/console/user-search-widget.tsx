import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { userFilters, userSorts, userTabs } from '../contract'

/** `everyone` is reached from the figures above the list and is no tab of its own; both actions open the invitation. */
export const userSearch = searchOf({
  ...userFilters,
  tab: oneOf([...userTabs, 'everyone']),
  sort: oneOf(userSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  action: oneOf(['create', 'invite']),
})
export type UserSearch = SearchOf<typeof userSearch>
export type ChangeUserSearch = ChangeSearch<UserSearch>
