export { analyticsRouter } from './analytics-router'
export { checkAnalyticsCounters } from './snapshots/check-snapshots'
export { refreshAnalytics } from './snapshots/refresh-analytics'
