import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Services } from '@quaff/platform/server/context'
import { dayKeyIn, shiftDaysIn } from '@quaff/platform/shared/calendar'
import { subscriptionLimits } from '../contract'
import type { SubscriptionStatus } from '../contract'
import { churnRatePercent, dayKeysUpTo, levelsFromEntries, sumByCurrency } from '../rules'
import type { Money } from '../rules'
import { hasEntriesUpTo, listActiveEntriesAfter, listChurnByMerchant, sumTotals } from './totals-store'
import type { DayEntries, StatusTotal } from './totals-store'

export type SubscriptionTotals = {
  count: Record<SubscriptionStatus, number>
  /** Monthly revenue of active subscriptions, usd first. */
  monthlyRevenue: Money[]
  /** Levels at the end of the last 31 days, oldest first: the first one is the level of 30 days ago. */
  activeLevels: number[]
  revenueLevels: (Money & { levels: number[] })[]
  /** False while the counters know nothing older than these 31 days. */
  hasEarlierPeriod: boolean
  /** Canceled in the churn window, counted in whole days of the platform's zone. */
  churned: number
  churnRate: number
  /** Mean of the merchants' churn rates; those that had nobody to lose are left out. */
  averageChurnPercent: number
}

/** Reads counters only, never the subscriptions. */
export async function readTotals(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  scope: MerchantScope,
): Promise<SubscriptionTotals> {
  const now = clock.now()
  const days = dayKeysUpTo(now, settings.timeZone, subscriptionLimits.growthPoints)
  const windowStart = dayKeyIn(
    settings.timeZone,
    shiftDaysIn(settings.timeZone, now, -subscriptionLimits.churnWindowDays),
  )
  const [totals, entries, hasEarlierPeriod, churn] = await Promise.all([
    sumTotals(db, scope),
    listActiveEntriesAfter(db, scope, windowStart),
    hasEntriesUpTo(db, scope, windowStart),
    listChurnByMerchant(db, scope, windowStart),
  ])
  const count = countByStatus(totals)
  const monthlyRevenue = sumByCurrency(
    totals
      .filter(({ status, count: level }) => status === 'active' && level !== 0)
      .map(({ monthlyMinor: amountMinor, currency }) => ({ amountMinor, currency })),
  )
  const churned = churn.reduce((sum, one) => sum + one.churned, 0)
  const rates = churn
    .filter((one) => one.active + one.churned > 0)
    .map((one) => churnRatePercent(one.active, one.churned))
  return {
    count,
    monthlyRevenue,
    activeLevels: levelsFromEntries(count.active, days, sumByDay(entries, 'entered')),
    revenueLevels: monthlyRevenue.map((money) => ({
      ...money,
      levels: levelsFromEntries(
        money.amountMinor,
        days,
        sumByDay(
          entries.filter(({ currency }) => currency === money.currency),
          'enteredMonthlyMinor',
        ),
      ),
    })),
    hasEarlierPeriod,
    churned,
    churnRate: churnRatePercent(count.active, churned),
    averageChurnPercent: rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
  }
}

function countByStatus(totals: readonly StatusTotal[]): Record<SubscriptionStatus, number> {
  const sum = (wanted: SubscriptionStatus) =>
    totals.filter(({ status }) => status === wanted).reduce((all, { count }) => all + count, 0)
  return { active: sum('active'), trialing: sum('trialing'), past_due: sum('past_due'), canceled: sum('canceled') }
}

function sumByDay(entries: readonly DayEntries[], field: 'entered' | 'enteredMonthlyMinor'): Map<string, number> {
  const sums = new Map<string, number>()
  for (const entry of entries) sums.set(entry.day, (sums.get(entry.day) ?? 0) + entry[field])
  return sums
}
