import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { QuickAction } from '../contract'
import { dashboardPermissions } from '../permissions'
import { quickActions } from '../rules'
import { countMerchantsByState, countPendingApprovals } from './dashboard-store'

export async function listQuickActions(ctx: Context): Promise<QuickAction[]> {
  const scope = merchantScope(authorize(ctx.actor, dashboardPermissions, 'dashboard.quickActions'))
  const [{ pendingMerchants, merchantsInReview }, pendingApprovals] = await batchReads(ctx.db, (db) =>
    Promise.all([countMerchantsByState(db, scope), countPendingApprovals(db)]),
  )
  return quickActions({ pendingMerchants, merchantsInReview, pendingApprovals })
}
