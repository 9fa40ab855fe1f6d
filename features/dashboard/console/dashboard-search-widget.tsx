import { searchOf, type SearchOf } from '@quaff/platform/console/list/search-values'
import { oneOf } from '@quaff/platform/shared/fields/fields'

export const dashboardSearch = searchOf({ activity: oneOf(['all']), action: oneOf(['add-venue']) })
export type DashboardSearch = SearchOf<typeof dashboardSearch>
