import { openCalendar, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { PriceImpact, PriceImpactInput } from '../contract'
import { planPermissions } from '../permissions'
import { priceImpact } from '../prices/rules'
import { presentPrice } from './plan-presenter'
import { getPlanRow, listPriceRows } from './plan-store'
import { readPayingGroups } from './read-paying-groups'
import { readPlanFigures } from './read-plan-figures'

/** What the proposed list of prices would do; nothing is saved. */
export async function readPriceImpact(
  ctx: Context,
  { merchantId, planId, prices }: PriceImpactInput,
): Promise<PriceImpact> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { ctx: local, scope } = await openCalendar(ctx, scopeToMerchant(actor, merchantId))
  await getPlanRow(ctx.db, scope, planId)
  const stored = await listPriceRows(ctx.db, [planId])
  const groups = await readPayingGroups(ctx.db, scope, planId, stored.map(presentPrice))
  const { drinks } = (await readPlanFigures(local, ctx.db, scope, planId)).all
  return priceImpact(groups, prices, drinks)
}
