import { readOneOf, validSearch } from '@quaff/platform/console/list/filters/search-values'

export type DashboardSearch = { activity?: 'all' }

export function validateDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  return validSearch<DashboardSearch>({ activity: readOneOf(['all'] as const, raw.activity) })
}
