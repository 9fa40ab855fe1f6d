import { churnRatePercent } from './churn-rules'
import { averageSubscriptionValue, sumByCurrency, type OverallStatistics } from './rules'
import type { PlanStatistics } from './statistics-contract'

/** Subscriptions of one plan, status and currency. */
export type SubscriptionGroup = {
  planId: string | null
  status: string
  currency: string
  count: number
  monthlyMinor: number
}
export type PlanChurn = { planId: string | null; count: number }

/** Computes plan statistics from sums, by plan id, without a plan last (spec §3, §9). Plans with only old cancellations stay, with zeros. */
export function planStatisticsOf(
  groups: readonly SubscriptionGroup[],
  churned: readonly PlanChurn[],
): PlanStatistics[] {
  return [...new Set(groups.map(({ planId }) => planId))].sort(byPlanId).map((planId) => {
    const own = groups.filter((group) => group.planId === planId)
    const active = own.filter(({ status }) => status === 'active')
    return {
      planId,
      activeSubscribers: countOf(active),
      monthlyRevenue: revenueOf(active),
      trialSubscribers: countOf(own.filter(({ status }) => status === 'trialing')),
      churnedThisMonth: countOf(churned.filter((one) => one.planId === planId)),
      averageSubscriptionValue: averagesOf(active),
    }
  })
}

/** Computes overall statistics from sums. `churned` counts cancellations in the churn window. */
export function overallStatisticsOf(
  groups: readonly Omit<SubscriptionGroup, 'planId'>[],
  churned: number,
): OverallStatistics {
  const active = groups.filter(({ status }) => status === 'active')
  return {
    activeCount: countOf(active),
    totalRevenue: revenueOf(active),
    averageRevenue: averagesOf(active),
    churnRate: churnRatePercent(countOf(active), churned),
    trialCount: countOf(groups.filter(({ status }) => status === 'trialing')),
    pastDueCount: countOf(groups.filter(({ status }) => status === 'past_due')),
  }
}

type Counted = { currency: string; count: number; monthlyMinor: number }

/** Omits currencies without active subscriptions. */
const revenueOf = (active: readonly Counted[]) =>
  sumByCurrency(
    active
      .filter(({ count }) => count !== 0)
      .map(({ monthlyMinor: amountMinor, currency }) => ({ amountMinor, currency })),
  )

const averagesOf = (active: readonly Counted[]) =>
  revenueOf(active).map(({ amountMinor, currency }) => ({
    amountMinor: averageSubscriptionValue(amountMinor, countOf(active.filter((one) => one.currency === currency))),
    currency,
  }))

const countOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

function byPlanId(one: string | null, other: string | null) {
  if (one === null) return 1
  return other === null || one < other ? -1 : 1
}
