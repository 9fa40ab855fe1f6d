import type { ComponentType } from 'react'
import { type ChangeSearch, searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { userFilters, type UserRecord, userSorts, userTabs } from '../contract'

/** `everyone` is reached from the tiles above the list and is not a tab; all actions open the invitation. */
export const userSearch = searchOf({
  ...userFilters,
  tab: oneOf([...userTabs, 'everyone']),
  sort: oneOf(userSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
  action: oneOf(['create', 'invite', 'invite-viewer', 'invite-owner']),
})
export type UserSearch = SearchOf<typeof userSearch>
export type ChangeUserSearch = ChangeSearch<UserSearch>

export interface PersonPartProps {
  userId: string
  person: UserRecord
}

/** A tab that another feature fills; a part may take the id alone. */
interface PersonSheetTab {
  id: string
  label: string
  Content: ComponentType<PersonPartProps>
  /** Staff who never had a subscription have nothing in it. */
  isOfCustomers?: boolean
}

/** Parts of other features in an open user, for administrators only; provided by the app. */
export interface PersonSheetParts {
  /** After Profile and Access, in this order. */
  tabs: readonly PersonSheetTab[]
  /** Above the profile, in this order. */
  profileHead: readonly ComponentType<PersonPartProps>[]
  /** Under the own content of the profile, in this order. */
  profile: readonly ComponentType<PersonPartProps>[]
}

export const noPersonParts: PersonSheetParts = { tabs: [], profileHead: [], profile: [] }
