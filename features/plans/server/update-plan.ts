import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import { changeRecord } from '@quaff/platform/server/change-record'
import type { Context } from '@quaff/platform/server/context'
import type { PlanRecord, SetPlanActiveInput, UpdatePlanInput } from '../contract'
import { planPermissions } from '../permissions'
import { changedPlan, checkLocations, lockOpenPlan, planPatch, publishPlans } from './plan-changes'
import { updatePlanRow } from './plan-store'
import { readPlanRecord } from './read-plans'
import { savePrices } from './save-prices'

/** Only what `changes` names; a changed price is what new subscribers pay, running subscriptions keep theirs. */
export async function updatePlan(ctx: Context, input: UpdatePlanInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, planId, changes } = input
  const scope = scopeToMerchant(actor, merchantId)
  await changeRecord(ctx, {
    action: 'update_plan',
    type: 'plan',
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
