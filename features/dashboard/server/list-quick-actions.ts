import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { QuickAction } from '../contract'
import { dashboardPermissions } from '../permissions'
import { quickActions } from '../rules'
import { countMerchantsByState, countPendingApprovals } from './dashboard-store'

export async function listQuickActions(ctx: Context): Promise<QuickAction[]> {
  authorize(ctx.actor, dashboardPermissions, 'dashboard.quickActions')
  const [{ pendingMerchants, merchantsInReview }, pendingApprovals] = await Promise.all([
    countMerchantsByState(ctx.db),
    countPendingApprovals(ctx.db),
  ])
  return quickActions({ pendingMerchants, merchantsInReview, pendingApprovals })
}
