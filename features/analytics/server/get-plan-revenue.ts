import type { Context } from '@quaff/platform/server/context'
import type { PlanRevenue } from '../economics/contract'
import { rankPlans } from '../economics/rules'
import { analyticsLimits, type AnalyticsInput } from '../range/contract'
import { openRange } from './open-range'
import { listPlanNames, sumActiveOfPlans } from './plan-revenue-store'

/** Levels of now, of whatever range is asked: what a plan earned on an earlier day is not on record. */
export async function getPlanRevenue(ctx: Context, input: AnalyticsInput): Promise<PlanRevenue> {
  const opened = await openRange(ctx, input)
  const { scope, planId } = opened
  const { data, measuredAt } = await opened.once(
    ['planRevenue'],
    async () => ({ data: rankPlans(await sumActiveOfPlans(ctx.db, scope, planId)), ...opened.measured }),
    analyticsLimits.liveMaxAgeMs,
  )
  const ids = data.rows.flatMap(({ planId }) => planId ?? [])
  const names = await listPlanNames(ctx.db, scope, ids)
  return {
    totals: data.totals,
    rows: data.rows.map(({ planId, active, monthlyMinor: amountMinor, currency }) => {
      const known = planId === null ? undefined : names.get(planId)
      return {
        planId,
        planName: known?.planName.trim() || 'Unknown Plan',
        merchantId: known?.merchantId ?? null,
        merchantName: known ? known.merchantName?.trim() || 'Unknown Merchant' : null,
        active,
        monthly: { amountMinor, currency },
      }
    }),
    rest: data.rest,
    window: { from: measuredAt, to: measuredAt },
    timeZone: opened.timeZone,
    measuredAt,
  }
}
