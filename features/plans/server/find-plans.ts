import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { FindPlansInput, FoundPlan } from '../contract'
import { planPermissions } from '../permissions'
import { findPlansByName } from './plan-store'

/** More of one kind would crowd out the others. */
const shown = 5

/** For the palette, which looks for all kinds of records at once. */
export async function findPlans(ctx: Context, { q }: FindPlansInput): Promise<FoundPlan[]> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  return findPlansByName(ctx.db, merchantScope(actor), q, shown)
}
