import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { PlanRecord } from '../contract'
import { planPermissions } from '../permissions'
import { readPlanRecord } from './get-plan'

export async function getPlanOfMerchant(
  ctx: Context,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}
