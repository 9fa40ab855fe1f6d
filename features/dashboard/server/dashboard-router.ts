import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { dashboardContract } from '../contract'
import { getDashboardMetrics } from './get-dashboard-metrics'
import { getMerchantOverview } from './get-merchant-overview'
import { listQuickActions } from './list-quick-actions'

const os = implement(dashboardContract).$context<Context>()

export const dashboardRouter = os.router({
  metrics: os.metrics.handler(({ context }) => getDashboardMetrics(context)),
  quickActions: os.quickActions.handler(({ context }) => listQuickActions(context)),
  merchantOverview: os.merchantOverview.handler(({ context, input }) => getMerchantOverview(context, input)),
})
