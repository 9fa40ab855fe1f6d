export { dashboardRouter } from './dashboard-router'
export { getDashboardMetrics } from './get-dashboard-metrics'
export { getMerchantOverview } from './get-merchant-overview'
export { listQuickActions } from './list-quick-actions'
