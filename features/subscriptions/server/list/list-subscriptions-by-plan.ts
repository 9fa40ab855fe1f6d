import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { hasMore, type Page } from '@quaff/platform/shared/pagination'
import type { PlanGroup, SubscriptionsByPlanInput } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { sumByStatus } from './count-subscriptions'
import { listGonePlans } from './list-gone-plans'
import { countOfPlans, countPlanRows, listNewestOfPlans, listPlanRows, planPage } from './plan-group-store'
import { presentSubscriptionRow } from './subscription-row-presenter'
import { requireMerchantBehind, scopeOf } from './subscription-scope'

/** A plan that has subscribers is hardly ever deleted: more merchants than these would be an import gone wrong. */
const goneMerchants = 50

/** Spec §7: the newest N of each plan; after the last one those of plans that are gone, by merchant. */
export async function listSubscriptionsByPlan(
  ctx: Context,
  { merchantId, newest, limit, cursor }: SubscriptionsByPlanInput,
): Promise<Page<PlanGroup>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = scopeOf(actor, merchantId)
  const plans = await listPlanRows(ctx.db, scope, { limit, cursor })
  await requireMerchantBehind(ctx, scope, plans)
  const ids = plans.map(({ id }) => id)
  const [sums, rows, total, gone] = await batchReads(ctx.db, (db) =>
    Promise.all([
      ids.length === 0 ? [] : countOfPlans(db, scope, ids),
      ids.length === 0 ? [] : listNewestOfPlans(db, scope, ids, newest),
      pageTotal(ctx, { rows: plans, limit, cursor, of: ['plans of subscriptions', scope] }, () =>
        countPlanRows(db, scope),
      ),
      hasMore(plans.length, limit) ? [] : listGonePlans({ db, scope, actor }, { newest, limit: goneMerchants }),
    ]),
  )
  const page = toPage(plans, { ...planPage, limit, total }, (plan): PlanGroup => ({
    planId: plan.id,
    planName: plan.name || 'Unknown Plan',
    merchantId: plan.merchantId,
    merchantName: plan.merchantName || 'Unknown Merchant',
    counts: sumByStatus(sums.filter(({ planId }) => planId === plan.id)),
    newest: rows.filter(({ planId }) => planId === plan.id).map((row) => presentSubscriptionRow(row, actor)),
  }))
  if (page.hasMore) return page
  return { ...page, rows: [...page.rows, ...gone], total: total === null ? null : total + gone.length }
}
