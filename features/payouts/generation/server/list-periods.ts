import { authorize, type Context, refuse, remember } from '@quaff/platform/server'
import { exactly } from '../../amount-rules'
import { generationLimits, type PayoutPeriods } from '../../generation-contract'
import { hasEnded, listEndedPeriods, type PeriodRange, rangeOfPeriod } from '../../period-rules'
import { payoutPermissions } from '../../permissions'
import { payoutRefusals } from '../../refusals'
import { byCurrency } from '../../statement-rules'
import { readPeriodDetails, sumMissing } from './missing-store'

const maxAgeMs = 5 * 60_000

export async function listPeriods(ctx: Context): Promise<PayoutPeriods> {
  authorize(ctx.actor, payoutPermissions, 'payout.manage')
  const { timeZone } = ctx.settings
  const ranges = listEndedPeriods(timeZone, ctx.clock.now(), generationLimits.periods)
  const names = ranges.map(({ period }) => period)
  const { sums, paidOverlaps } = await readPeriodDetails(ctx.db, names, generationLimits.paidOverlaps)
  const counts = new Map(names.map((name) => [name, countOf(sums.filter(({ period }) => period === name))]))
  // The counts are part of the key, so that a generated or discarded payout invalidates the cache.
  const key = ['missing-payouts', timeZone, ...names.map((period) => `${period} ${counts.get(period) ?? 0}`)]
  const missing = await remember(ctx, { key, maxAgeMs }, () => sumMissing(ctx.db, ranges))
  const periods = ranges.map((range) => ({
    ...range,
    payoutCount: counts.get(range.period) ?? 0,
    sums: sums
      .filter(({ period }) => period === range.period)
      .map(({ currency, status, count, net }) => ({ currency, status, count, net: exactly(net) }))
      .toSorted(byCurrency),
    missing: missing
      .filter(({ period }) => period === range.period)
      .map(({ currency, amount }) => ({ currency, amountMinor: exactly(amount) }))
      .toSorted(byCurrency),
  }))
  return { periods, paidOverlaps, timeZone }
}

const countOf = (sums: readonly { count: number }[]) => sums.reduce((total, { count }) => total + count, 0)

/**
 * Returns an ended month of the platform's zone. A running month may still get charges.
 * @throws PERIOD_RUNNING
 */
export function openPeriod(ctx: Context, period: string): PeriodRange {
  const range = rangeOfPeriod(ctx.settings.timeZone, period)
  if (hasEnded(range, ctx.clock.now())) return range
  throw refuse(payoutRefusals, 'PERIOD_RUNNING', period)
}
