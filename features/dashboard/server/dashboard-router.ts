import { routerOf } from '@quaff/platform/server/router'
import { dashboardContract } from '../contract'
import { getDashboardMetrics } from './get-dashboard-metrics'
import { getMerchantOverview } from './get-merchant-overview'
import { listQuickActions } from './list-quick-actions'

export const dashboardRouter = routerOf(dashboardContract, {
  metrics: getDashboardMetrics,
  quickActions: listQuickActions,
  merchantOverview: getMerchantOverview,
})
