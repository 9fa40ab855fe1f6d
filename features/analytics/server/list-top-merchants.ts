import { subscriptionDefaults } from '@quaff/features/subscriptions/contract'
import { churnRatePercent, sumByCurrency } from '@quaff/features/subscriptions/rules'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { TopMerchants, TopMerchantsInput } from '../economics/contract'
import { analyticsLimits } from '../range/contract'
import { openRange } from './open-range'
import { listActiveTotals, listBestMerchants, listCurrencies, listMovements } from './top-merchant-store'

/** Of those that the asker may see, in the order of today; the churn is that of the range. */
export async function listTopMerchants(
  ctx: Context,
  { by, currency: wanted, ...range }: TopMerchantsInput,
): Promise<TopMerchants> {
  const { scope, days, measured, once } = await openRange(ctx, range)
  return once(
    ['topMerchants', by, wanted ?? ''],
    async () => {
      const likely = wanted ?? subscriptionDefaults.currency
      const [paid, likelyBest] = await askTogether(ctx.db, (db) =>
        Promise.all([listCurrencies(db, scope), listBestMerchants(db, scope, by, likely)]),
      )
      const currencies = sumByCurrency(paid.map((currency) => ({ currency, amountMinor: 0 }))).map(
        (one) => one.currency,
      )
      const currency = wanted ?? currencies[0] ?? likely
      const best = currency === likely ? likelyBest : await listBestMerchants(ctx.db, scope, by, currency)
      const ids = best.map(({ merchantId }) => merchantId)
      const [totals, movements] = await askTogether(ctx.db, (db) =>
        Promise.all([listActiveTotals(db, ids), listMovements(db, scope, ids, days)]),
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
      return { currencies, currency, rows, ...measured }
    },
    analyticsLimits.liveMaxAgeMs,
  )
}
