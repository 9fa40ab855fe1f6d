import { scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { PlanRecord, UpdatePlanInput } from '../../contract'
import { planPermissions } from '../../permissions'
import { readPlanRecord } from '../get-plan'
import { lockPlanVersion, updatePlanRow } from '../plan-store'
import { checkLocations } from './check-locations'
import { openPlans, publishPlans } from './open-plans'
import { changedFields, planPatch } from './plan-patch'
import { savePrices } from './save-prices'

/** Only what `changes` names; a changed price is what new subscribers pay, running subscriptions keep theirs. */
export async function updatePlan(ctx: Context, input: UpdatePlanInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, changes } = input
  await inTransaction(ctx, async (tx) => {
    const scope = await openPlans(tx, actor, merchantId)
    const plan = await lockPlanVersion(tx, scope, input)
    const { name, fields } = plan
    await checkLocations(tx, scope, changes.validLocationIds, fields)
    const patch = planPatch({ name, fields }, changes)
    const prices = changes.prices && (await savePrices(ctx, tx, { planId, scope, prices: changes.prices }))
    const difference = changedFields({ name, fields, prices: prices?.before }, { ...patch, prices: prices?.after })
    if (!difference) return
    await updatePlanRow(tx, plan, patch, ctx.clock.now())
    await recordAudit(ctx, tx, {
      action: 'update_plan',
      targetType: 'plan',
      targetId: planId,
      merchantId,
      ...difference,
    })
    await publishPlans(tx, merchantId)
  })
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}
