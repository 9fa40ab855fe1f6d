import { routerOf } from '@quaff/platform/server'
import { dashboardContract } from '../contract'
import { getDashboardMetrics, listQuickActions } from './get-dashboard-metrics'
import { getMerchantOverview } from './get-merchant-overview'
import { listFirstSteps } from './list-first-steps'

export const dashboardRouter = routerOf(dashboardContract, {
  metrics: getDashboardMetrics,
  quickActions: listQuickActions,
  firstSteps: listFirstSteps,
  merchantOverview: getMerchantOverview,
})
