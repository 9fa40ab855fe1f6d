import type { Context } from '@quaff/platform/server/context'
import type { PlanRevenue } from '../../economics/contract'
import { rankPlans, type RankedPlans } from '../../economics/rules'
import type { AnalyticsInput } from '../../range/contract'
import { openRange, type OpenedRange } from '../range/open-range'
import { readAllPlanRevenue } from './all-plan-revenue'
import { listPlanNames, sumActiveOfPlans } from './plan-revenue-store'

/** Levels of now, of whatever range is asked: what a plan earned on an earlier day is not on record. */
export async function getPlanRevenue(ctx: Context, input: AnalyticsInput): Promise<PlanRevenue> {
  const opened = await openRange(ctx, input)
  const { data, measuredAt } = await readRanked(ctx, opened)
  const ids = data.rows.flatMap(({ planId }) => planId ?? [])
  const names = await listPlanNames(ctx.db, opened.scope, ids)
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

async function readRanked(
  ctx: Context,
  { scope, planId, measured: { measuredAt } }: OpenedRange,
): Promise<{ data: RankedPlans; measuredAt: Date }> {
  if (scope.all) return readAllPlanRevenue(ctx)
  return { data: rankPlans(await sumActiveOfPlans(ctx.db, scope, planId)), measuredAt }
}
