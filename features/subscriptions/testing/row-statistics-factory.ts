import { churnRatePercent, isChurned } from '../churn-rules'
import {
  averageSubscriptionValue,
  monthlyAmountMinor,
  resolvePrice,
  sumByCurrency,
  type OverallStatistics,
  type PriceSource,
} from '../rules'
import type { PlanStatistics } from '../statistics-contract'
import { planStatisticsOf, type SubscriptionGroup } from '../statistics-rules'

export type SubscriptionDetails = PriceSource & { status: string; createdAt: Date; updatedAt: Date }
export type PlanSubscription = SubscriptionDetails & { planId: string | null }

/** Computes from single subscriptions what the product computes from sums. */
export function overallStatistics(
  subscriptions: readonly SubscriptionDetails[],
  zone: string,
  now: Date,
): OverallStatistics {
  const active = subscriptions.filter(({ status }) => status === 'active').map(resolvePrice)
  const totalRevenue = sumByCurrency(
    active.map((price) => ({ amountMinor: monthlyAmountMinor(price), currency: price.currency })),
  )
  const averageRevenue = totalRevenue.map(({ amountMinor, currency }) => ({
    amountMinor: averageSubscriptionValue(amountMinor, active.filter((price) => price.currency === currency).length),
    currency,
  }))
  const churned = subscriptions.filter((one) => isChurned(one, zone, now)).length
  return {
    activeCount: active.length,
    totalRevenue,
    averageRevenue,
    churnRate: churnRatePercent(active.length, churned),
    trialCount: subscriptions.filter(({ status }) => status === 'trialing').length,
    pastDueCount: subscriptions.filter(({ status }) => status === 'past_due').length,
  }
}

export function planStatistics(subscriptions: readonly PlanSubscription[], zone: string, now: Date): PlanStatistics[] {
  const groups = subscriptions.map(({ planId, status, ...source }): SubscriptionGroup => {
    const price = resolvePrice(source)
    return { planId, status, currency: price.currency, count: 1, monthlyMinor: monthlyAmountMinor(price) }
  })
  const churned = subscriptions.filter((one) => isChurned(one, zone, now)).map(({ planId }) => ({ planId, count: 1 }))
  return planStatisticsOf(groups, churned)
}
