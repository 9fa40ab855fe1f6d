import { type OneMerchant, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  once,
  recordAudit,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import {
  planEvents,
  planFields,
  planLimits,
  type CreatePlanInput,
  type DuplicatePlanInput,
  type PlanPriceInput,
  type PlanRecord,
} from '../contract'
import { planPermissions } from '../permissions'
import { repeatedPrice } from '../price-rules'
import { planRefusals } from '../refusals'
import { copyName } from '../rules'
import { changedPlan, checkLocations, openPlans, planPatch, publishPlans, savePrices } from './plan-changes'
import { presentPrice } from './plan-presenter'
import { countPlanRows, getPlanRow, insertPlanRow, listPriceRows, type StoredPlan } from './plan-store'
import { readPlanRecord } from './read-plans'

/** A plan without an active price may be created. It is visible but cannot be bought yet. */
export async function createPlan(ctx: Context, input: CreatePlanInput): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { merchantId, requestKey, plan } = input
  const { planId } = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'plans.create', key: requestKey, input: { merchantId, plan } }, async () => {
      const scope = await openPlans(tx, actor, merchantId, 'update')
      await checkLocations(tx, scope, plan.validLocationIds, {})
      const patch = planPatch({ name: plan.name, fields: {} }, plan)
      return writeNewPlan(ctx, tx, scope, { ...patch, active: true, prices: plan.prices ?? [] })
    }),
  )
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}

type NewPlan = Pick<StoredPlan, 'name' | 'fields' | 'active'> & { prices: readonly PlanPriceInput[] }

/** Needs the merchant locked for update, so that two creates cannot pass the limit together. */
async function writeNewPlan(
  ctx: Context,
  tx: Transaction,
  owner: OneMerchant,
  { prices, ...plan }: NewPlan,
): Promise<{ planId: string }> {
  if ((await countPlanRows(tx, owner)) >= planLimits.plansPerMerchant) throw refuse(planRefusals, 'PLAN_LIMIT')
  const planId = ctx.ids.newId('pln')
  const now = ctx.clock.now()
  await insertPlanRow(tx, owner, { ...plan, id: planId, createdAt: now, updatedAt: now })
  const { after } = await savePrices(ctx, tx, { planId, scope: owner, prices })
  const { name, fields, active } = plan
  await recordAudit(ctx, tx, {
    action: 'create_plan',
    targetType: 'plan',
    event: planEvents.created,
    targetId: planId,
    merchantId: owner.id,
    after: changedPlan({ name: '', fields: {} }, { name, fields, active, prices: after })?.after,
  })
  await publishPlans(tx, owner.id)
  return { planId }
}

/** The copy is inactive, so it cannot be bought before it is finished. Inactive prices are not copied. */
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
