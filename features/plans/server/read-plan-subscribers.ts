import { scopeToMerchant } from '@quaff/features/sessions/server'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import { planLimits, type PlanSubscribers } from '../contract'
import { planPermissions } from '../permissions'
import { maskedName } from '../rules'
import { countByStatus, listSubscriberNames } from './plan-figures-store'
import { getPlanRow, isLastForSale } from './plan-store'

/** Whom a deactivation or deletion meets, for its dialog. */
export async function readPlanSubscribers(
  ctx: Context,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<PlanSubscribers> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const scope = scopeToMerchant(actor, merchantId)
  const [, counts, names, endsSales] = await askTogether(ctx.db, (db) =>
    Promise.all([
      getPlanRow(db, scope, planId),
      countByStatus(db, scope, planId),
      listSubscriberNames(db, scope, planId, planLimits.namedSubscribers),
      isLastForSale(db, scope, planId),
    ]),
  )
  const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  const [active, trialing, pastDue, canceled] = subscriptionStatuses.map(countOf)
  const byStatus = { active: active ?? 0, trialing: trialing ?? 0, past_due: pastDue ?? 0, canceled: canceled ?? 0 }
  const running = byStatus.active + byStatus.trialing + byStatus.past_due
  return {
    byStatus,
    running,
    names: names.map(({ displayName }) => maskedName(displayName)),
    deletable: running === 0,
    endsSales,
  }
}
