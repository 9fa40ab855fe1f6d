import type { RedemptionFigures } from '@quaff/features/redemptions/server'
import type { PlanRevenue, SubscriptionTotals } from '@quaff/features/subscriptions/server'
import type { MerchantOverview } from '../contract'
import { approximateChange, changeOr } from '../rules'

export type Figures = { subscriptions: SubscriptionTotals; redemptions: RedemptionFigures; plans: PlanRevenue[] }
export type OverviewFigures = Omit<
  MerchantOverview,
  'merchant' | 'locations' | 'activePlans' | 'timeZone' | 'measuredAt'
>

const unknownPlan = 'Unknown Plan'

export function presentFigures({ subscriptions, redemptions, plans }: Figures): OverviewFigures {
  const [primary] = subscriptions.revenueLevels
  const before = (value: number | undefined) => ({
    before: subscriptions.isCompared ? (value ?? null) : null,
    recordedSince: subscriptions.recordedSince,
  })
  return {
    monthlyRevenue: subscriptions.monthlyRevenue,
    revenueChange: changeOr(
      approximateChange.subscribersPercent,
      primary?.amountMinor ?? 0,
      before(primary?.levels[0]),
    ),
    activeSubscribers: subscriptions.count.active,
    subscribersChange: changeOr(
      approximateChange.subscribersPercent,
      subscriptions.count.active,
      before(subscriptions.activeLevels[0]),
    ),
    trialing: subscriptions.count.trialing,
    pastDue: subscriptions.count.past_due,
    churnRate: subscriptions.churnRate,
    churned: subscriptions.churned,
    scheduledCancellations: subscriptions.scheduledCancellations,
    redemptionsToday: redemptions.today,
    redemptionsChange: changeOr(approximateChange.redemptionsPercent, redemptions.today, redemptions),
    redemptions30Days: redemptions.last30Days,
    redemptionHours: redemptions.hours,
    redemptionHoursBefore: redemptions.hoursBefore,
    revenueByPlan: plans.map(({ planId, planName, active, currency, monthlyMinor }) => ({
      planId,
      planName: planName ?? unknownPlan,
      active,
      monthly: { amountMinor: monthlyMinor, currency },
    })),
  }
}

const unchanged = { percent: 0, source: 'live' } as const

export const emptyFigures: OverviewFigures = {
  monthlyRevenue: [],
  revenueChange: unchanged,
  activeSubscribers: 0,
  subscribersChange: unchanged,
  trialing: 0,
  pastDue: 0,
  churnRate: 0,
  churned: 0,
  scheduledCancellations: 0,
  redemptionsToday: 0,
  redemptionsChange: unchanged,
  redemptions30Days: 0,
  redemptionHours: [],
  redemptionHoursBefore: null,
  revenueByPlan: [],
}
