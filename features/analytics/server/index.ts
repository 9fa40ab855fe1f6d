export { analyticsRouter } from './analytics-router'
export { checkAnalyticsCounters } from './snapshots/check-snapshots'
export { refreshAnalytics } from './snapshots/refresh-analytics'
export { deleteSnapshots } from './snapshots/snapshot-store'
