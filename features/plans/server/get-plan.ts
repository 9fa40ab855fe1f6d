import { onCalendarOf, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { PlanRecord } from '../contract'
import { planPermissions } from '../permissions'
import { planRefusals } from '../refusals'
import { presentPlanRecord, presentPrice } from './plan-presenter'
import { findMerchantIdOfPlan, getPricedPlan } from './plan-store'
import { readPayingGroups } from './read-paying-groups'
import { readPlanFigures } from './read-plan-figures'

/** By its own id: the same rule as under its merchant, and one answer for what is missing or somebody else's. */
export async function getPlan(ctx: Context, { planId }: { planId: string }): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const merchantId = await findMerchantIdOfPlan(ctx.db, planId)
  if (merchantId === undefined) throw refuse(planRefusals, 'PLAN')
  return readPlanRecord(ctx, scopeOfPlan(actor, merchantId), planId)
}

function scopeOfPlan(actor: UserActor, merchantId: string): MerchantScope {
  try {
    return scopeToMerchant(actor, merchantId)
  } catch {
    throw refuse(planRefusals, 'PLAN')
  }
}

/** After a write, too: read once the transaction is over, because figures take their time. */
export async function readPlanRecord(ctx: Context, scope: MerchantScope, planId: string): Promise<PlanRecord> {
  const { plan, prices, merchantZone } = await getPricedPlan(ctx.db, scope, planId)
  const { ctx: local } = onCalendarOf(ctx, scope, merchantZone)
  const figures = await readPlanFigures(local, ctx.db, scope, planId)
  const paying = await readPayingGroups(ctx.db, scope, planId, prices.map(presentPrice))
  return presentPlanRecord(plan, prices, figures.all, paying)
}
