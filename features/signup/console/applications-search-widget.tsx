import { searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, page } from '@quaff/platform/shared/fields/fields'
import { signupFilters } from '../contract'

export const applicationsSearch = searchOf({ ...signupFilters, id: id(), page: page() })
export type ApplicationsSearch = SearchOf<typeof applicationsSearch>
