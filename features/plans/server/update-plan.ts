import { scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  changeRecord,
  type Context,
  inTransaction,
  recordAudit,
  recordWebhookEvents,
  refuse,
} from '@quaff/platform/server'
import { planEvents, priceEvents, type PlanRecord, type SetPlanActiveInput, type UpdatePlanInput } from '../contract'
import { planPermissions } from '../permissions'
import { planRefusals } from '../refusals'
import {
  changedPlan,
  checkLocations,
  lockOpenPlan,
  openPlans,
  planPatch,
  publishPlans,
  savePrices,
} from './plan-changes'
import { sumRunning } from './plan-figures-store'
import { deletePlanRow, listPriceRows, lockPlanVersion, updatePlanRow } from './plan-store'
import { readPlanRecord } from './read-plans'

/** Changes only what `changes` names. A changed price is for new subscribers; running subscriptions keep theirs. */
export async function updatePlan(ctx: Context, input: UpdatePlanInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, changes } = input
  const scope = scopeToMerchant(actor, merchantId)
  await changeRecord(ctx, {
    action: 'update_plan',
    type: 'plan',
    event: planEvents.updated,
    version: input.version,
    lock: (tx) => lockOpenPlan(tx, actor, input),
    write: async (tx, plan) => {
      const { name, fields } = plan
      await checkLocations(tx, scope, changes.validLocationIds, fields)
      const patch = planPatch({ name, fields }, changes)
      const prices = changes.prices && (await savePrices(ctx, tx, { planId, scope, prices: changes.prices }))
      const changed = changedPlan({ name, fields, prices: prices?.before }, { ...patch, prices: prices?.after })
      if (!changed) return null
      await updatePlanRow(tx, plan, patch, ctx.clock.now())
      await publishPlans(tx, merchantId)
      return { merchantId, ...changed }
    },
  })
  return readPlanRecord(ctx, scope, planId)
}

/** An inactive plan takes no new subscribers; existing subscriptions continue. */
export async function setPlanActive(ctx: Context, input: SetPlanActiveInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, active } = input
  await changeRecord(ctx, {
    action: 'update_plan',
    type: 'plan',
    event: planEvents.updated,
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

/** Refuses if there are running subscriptions. Canceled ones and redemptions then show "Unknown Plan". */
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
      event: planEvents.deleted,
      targetId: planId,
      merchantId,
      before: changedPlan({ name, fields, active, prices }, { name: '', fields: {} })?.before,
    })
    await recordWebhookEvents(
      ctx,
      tx,
      prices.map(({ id: subjectId }) => ({ type: priceEvents.deleted, subjectId, merchantId })),
    )
    await publishPlans(tx, merchantId)
  })
  return { success: true }
}
