import { scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { PlanRecord, SetPlanActiveInput } from '../../contract'
import { planPermissions } from '../../permissions'
import { readPlanRecord } from '../get-plan'
import { lockPlanVersion, updatePlanRow } from '../plan-store'
import { openPlans, publishPlans } from './open-plans'

/** An inactive plan takes no new subscribers; those it has keep their passes. */
export async function setPlanActive(ctx: Context, input: SetPlanActiveInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, active } = input
  await inTransaction(ctx, async (tx) => {
    const scope = await openPlans(tx, actor, merchantId)
    const plan = await lockPlanVersion(tx, scope, input)
    if (plan.active === active) return
    await updatePlanRow(tx, plan, { active }, ctx.clock.now())
    await recordAudit(ctx, tx, {
      action: 'update_plan',
      targetType: 'plan',
      targetId: planId,
      merchantId,
      before: { active: plan.active },
      after: { active },
    })
    await publishPlans(tx, merchantId)
  })
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}
