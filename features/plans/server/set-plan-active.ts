import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import { changeRecord } from '@quaff/platform/server/change-record'
import type { Context } from '@quaff/platform/server/context'
import type { PlanRecord, SetPlanActiveInput } from '../contract'
import { planPermissions } from '../permissions'
import { readPlanRecord } from './get-plan'
import { lockOpenPlan, publishPlans } from './open-plans'
import { updatePlanRow } from './plan-store'

/** An inactive plan takes no new subscribers; existing subscriptions continue. */
export async function setPlanActive(ctx: Context, input: SetPlanActiveInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, active } = input
  await changeRecord(ctx, {
    action: 'update_plan',
    type: 'plan',
    version: input.version,
    lock: (tx) => lockOpenPlan(tx, actor, input),
    write: async (tx, plan) => {
      if (plan.active === active) return null
      await updatePlanRow(tx, plan, { active }, ctx.clock.now())
      await publishPlans(tx, merchantId)
      return { merchantId, before: { active: plan.active }, after: { active } }
    },
  })
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}
