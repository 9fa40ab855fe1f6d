import type { MerchantScope } from '@quaff/features/sessions/server'
import {
  comparedWindow,
  dayKeyIn,
  isOnRecord,
  type Services,
  shiftDaysIn,
  startOfDayKeyIn,
} from '@quaff/platform/server'
import type { Money } from '@quaff/platform/shared/money/money'
import { churnRatePercent, churnWindowDays, churnWindowStart } from '../churn-rules'
import { subscriptionLimits, type SubscriptionStatus } from '../contract'
import { dayKeysUpTo, levelsFromEntries, sumByCurrency } from '../rules'
import { countScheduled } from './ending-store'
import {
  type DayEntries,
  findFirstDay,
  listActiveEntriesAfter,
  listChurnByMerchant,
  type StatusTotal,
  sumTotals,
} from './totals-store'

export type SubscriptionTotals = {
  count: Record<SubscriptionStatus, number>
  /** Monthly revenue of active subscriptions, usd first. */
  monthlyRevenue: Money[]
  /** Levels at the end of the last 31 days, oldest first: the first one is the level of 30 days ago. */
  activeLevels: number[]
  revenueLevels: (Money & { levels: number[] })[]
  /** True if the 30 days before the last 30 (including today) are fully recorded. */
  isCompared: boolean
  recordedSince: Date | null
  /** Canceled in the churn window (spec §9). */
  churned: number
  churnRate: number
  /** Scheduled to end; churn counts them when they end. */
  scheduledCancellations: number
  /** Mean of the merchants' churn rates, without merchants that had no subscribers to lose. */
  averageChurnPercent: number
}

/** Reads counters, and scheduled ends from their index. */
export async function readTotals(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  scope: MerchantScope,
): Promise<SubscriptionTotals> {
  const now = clock.now()
  const days = dayKeysUpTo(now, settings.timeZone, subscriptionLimits.growthPoints)
  const [totals, entries, firstDay, churn, scheduledCancellations] = await Promise.all([
    sumTotals(db, scope),
    listActiveEntriesAfter(db, scope, days[0] ?? ''),
    findFirstDay(db, scope),
    listChurnByMerchant(db, scope, dayKeyIn(settings.timeZone, churnWindowStart(settings.timeZone, now))),
    countScheduled(db, scope),
  ])
  const recordedSince = firstDay === null ? null : startOfDayKeyIn(settings.timeZone, firstDay)
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
    isCompared: isOnRecord(settings.timeZone, periodBefore(settings.timeZone, now), recordedSince),
    recordedSince,
    churned,
    churnRate: churnRatePercent(count.active, churned),
    scheduledCancellations,
    averageChurnPercent: rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length,
  }
}

/** Returns the window before the last 30 days, as compared in Analytics. */
function periodBefore(zone: string, now: Date) {
  const period = { from: shiftDaysIn(zone, now, 1 - churnWindowDays), to: shiftDaysIn(zone, now, 1) }
  return comparedWindow(zone, period, now, churnWindowDays)
}

function countByStatus(totals: readonly StatusTotal[]): Record<SubscriptionStatus, number> {
  const sum = (wanted: SubscriptionStatus) =>
    totals.filter(({ status }) => status === wanted).reduce((all, { count }) => all + count, 0)
  return { active: sum('active'), trialing: sum('trialing'), past_due: sum('past_due'), canceled: sum('canceled') }
}

function sumByDay(entries: readonly DayEntries[], field: 'entered' | 'enteredMonthlyMinor') {
  const sums = new Map<string, number>()
  for (const entry of entries) sums.set(entry.day, (sums.get(entry.day) ?? 0) + entry[field])
  return sums
}
