import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { recordOutward } from '@quaff/platform/server/outward/record-outward'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { planPermissions } from '../permissions'
import { planRefusals } from '../refusals'
import { changedPlan, openPlans, publishPlans } from './plan-changes'
import { sumRunning } from './plan-figures-store'
import { deletePlanRow, listPriceRows, lockPlanVersion } from './plan-store'

/** Only without running subscriptions; what canceled ones and redemptions refer to reads "Unknown Plan" from then on. */
export async function removePlan(
  ctx: Context,
  input: { merchantId: string; planId: string; version: number },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId } = input
  await inTransaction(ctx, async (tx) => {
    const scope = await openPlans(tx, actor, merchantId)
    const plan = await lockPlanVersion(tx, scope, input)
    const { name, fields, active } = plan
    const running = (await sumRunning(tx, scope, planId)).reduce((sum, { count }) => sum + count, 0)
    if (running > 0) throw refuse(planRefusals, 'PLAN_IN_USE', running)
    const prices = await listPriceRows(tx, [planId])
    await deletePlanRow(tx, plan)
    await recordAudit(ctx, tx, {
      action: 'delete_plan',
      targetType: 'plan',
      targetId: planId,
      merchantId,
      before: changedPlan({ name, fields, active, prices }, { name: '', fields: {} })?.before,
    })
    await recordOutward(
      ctx,
      tx,
      prices.map(({ id: subjectId }) => ({ type: 'price.deleted', subjectId, merchantId })),
    )
    await publishPlans(tx, merchantId)
  })
  return { success: true }
}
