import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { planFields, type DuplicatePlanInput, type PlanRecord } from '../contract'
import { planPermissions } from '../permissions'
import { repeatedPrice } from '../price-rules'
import { copyName } from '../rules'
import { writeNewPlan } from './create-plan'
import { openPlans } from './plan-changes'
import { presentPrice } from './plan-presenter'
import { getPlanRow, listPriceRows } from './plan-store'
import { readPlanRecord } from './read-plans'

/** The copy is inactive, so that nobody buys it before it is finished. Switched-off prices stay behind. */
export async function duplicatePlan(
  ctx: Context,
  { merchantId, planId, requestKey }: DuplicatePlanInput,
): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const copy = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'plans.duplicate', key: requestKey, input: { merchantId, planId } }, async () => {
      const scope = await openPlans(tx, actor, merchantId, 'update')
      const { name, fields } = await getPlanRow(tx, scope, planId)
      const prices = (await listPriceRows(tx, [planId])).map(presentPrice).filter(({ active }) => active)
      return writeNewPlan(ctx, tx, scope, {
        name: copyName(name, planFields.name.max),
        fields,
        active: false,
        prices: withoutRepetitions(prices).map((price) => ({ ...price, id: undefined })),
      })
    }),
  )
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), copy.planId)
}

/** Imported plans may list a price twice. */
function withoutRepetitions<T extends Parameters<typeof repeatedPrice>[0][number]>(prices: readonly T[]): T[] {
  const repeated = repeatedPrice(prices)
  return repeated === undefined ? [...prices] : withoutRepetitions(prices.toSpliced(repeated, 1))
}
