import { churnRatePercent } from '@quaff/features/subscriptions/churn-rules'
import { subscriptionDefaults } from '@quaff/features/subscriptions/contract'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { batchReads, type Context } from '@quaff/platform/server'
import type { PlanRevenue, TopMerchants, TopMerchantsInput } from '../economics-contract'
import { rankPlans } from '../economics-rules'
import { type AnalyticsInput, analyticsLimits } from '../range-contract'
import { openRange } from './open-range'
import {
  listActiveTotals,
  listBestMerchants,
  listCurrencies,
  listMovements,
  listPlanNames,
  sumActiveOfPlans,
  sumMerchants,
} from './revenue-store'

/** Returns current levels regardless of the range, because a plan's earlier revenue is not recorded. */
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
      const existing = planId === null ? undefined : names.get(planId)
      return {
        planId,
        planName: existing?.planName.trim() || 'Unknown Plan',
        merchantId: existing?.merchantId ?? null,
        merchantName: existing ? existing.merchantName?.trim() || 'Unknown Merchant' : null,
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

/** Returns merchants that the caller may see in today's order; churn covers the range. */
export async function listTopMerchants(
  ctx: Context,
  { by, currency: wanted, ...range }: TopMerchantsInput,
): Promise<TopMerchants> {
  const { scope, days, measured, once } = await openRange(ctx, range)
  return once(
    ['topMerchants', by, wanted ?? ''],
    async () => {
      const likely = wanted ?? subscriptionDefaults.currency
      const [paid, likelyBest] = await batchReads(ctx.db, (db) =>
        Promise.all([listCurrencies(db, scope), listBestMerchants(db, scope, by, likely)]),
      )
      const currencies = sumByCurrency(paid.map((currency) => ({ currency, amountMinor: 0 }))).map(
        (one) => one.currency,
      )
      const currency = wanted ?? currencies[0] ?? likely
      const best = currency === likely ? likelyBest : await listBestMerchants(ctx.db, scope, by, currency)
      const ids = best.map(({ merchantId }) => merchantId)
      const [totals, movements, total] = await batchReads(ctx.db, (db) =>
        Promise.all([
          listActiveTotals(db, ids),
          listMovements(db, scope, ids, days),
          sumMerchants(db, scope, by, currency),
        ]),
      )
      const rows = best.map(({ merchantId, name }) => {
        const own = totals.filter((total) => total.merchantId === merchantId)
        const moved = movements.find((movement) => movement.merchantId === merchantId)
        const subscribers = own.reduce((sum, { count }) => sum + count, 0)
        const canceled = moved?.canceled ?? 0
        const monthlyRevenue = sumByCurrency(own.map((total) => ({ ...total, amountMinor: total.monthlyMinor })))
        return {
          merchantId,
          name: name.trim() || 'Unknown Merchant',
          subscribers,
          canceled,
          churnRate: churnRatePercent(subscribers - (moved?.enteredAfter ?? 0), canceled),
          monthlyRevenue,
          monthlyMinor: monthlyRevenue.find((one) => one.currency === currency)?.amountMinor ?? 0,
        }
      })
      return { currencies, currency, rows, total, ...measured }
    },
    analyticsLimits.liveMaxAgeMs,
  )
}
