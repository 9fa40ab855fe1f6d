import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import type { Page } from '@quaff/platform/shared/pagination'
import type { PlanGroup, SubscriptionsByPlanInput } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { sumByStatus } from './count-subscriptions'
import { countOfPlans, countPlanRows, listNewestOfPlan, listPlanRows, planPage } from './plan-group-store'
import { presentSubscriptionRow } from './subscription-row-presenter'
import { scopeOf } from './subscription-scope'

/** Spec §7: the newest N of each plan. Plans that are gone are in no group; their subscriptions stay in the list. */
export async function listSubscriptionsByPlan(
  ctx: Context,
  { merchantId, newest, limit, cursor }: SubscriptionsByPlanInput,
): Promise<Page<PlanGroup>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = await scopeOf(ctx, actor, merchantId)
  const [plans, total] = await Promise.all([
    listPlanRows(ctx.db, scope, { limit, cursor }),
    countPlanRows(ctx.db, scope),
  ])
  const ids = plans.map(({ id }) => id)
  const sums = ids.length === 0 ? [] : await countOfPlans(ctx.db, scope, ids)
  const newestOf = new Map(
    await Promise.all(ids.map(async (id) => [id, await listNewestOfPlan(ctx.db, scope, id, newest)] as const)),
  )
  return toPage(plans, { ...planPage, limit, total }, (plan) => ({
    planId: plan.id,
    planName: plan.name || 'Unknown Plan',
    merchantId: plan.merchantId,
    merchantName: plan.merchantName || 'Unknown Merchant',
    counts: sumByStatus(sums.filter(({ planId }) => planId === plan.id)),
    newest: (newestOf.get(plan.id) ?? []).map((row) => presentSubscriptionRow(row, actor)),
  }))
}
