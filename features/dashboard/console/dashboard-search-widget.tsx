export type DashboardSearch = { activity?: 'all' }

export function validateDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  return raw.activity === 'all' ? { activity: 'all' } : {}
}
