import type { MerchantScope } from '@quaff/features/sessions/server'
import { averageSubscriptionValue, churnWindowStart } from '@quaff/features/subscriptions/rules'
import type { Queryable, Services } from '@quaff/platform/server/context'
import type { PlanStatistics } from '../contract'
import { pricePerDrink, sumLevels } from '../prices/rules'
import { sumFigures, type SubscriptionSum } from './plan-figures-store'

export type PlanFigures = {
  of: (planId: string) => PlanStatistics
  /** Of subscriptions and drinks that name none of these plans; null when there are none. */
  besides: (planIds: readonly string[]) => PlanStatistics | null
  /** Of everything in the scope, subscriptions without a plan included. */
  all: PlanStatistics
}

/** Plan statistics (spec §3) of one merchant; with `planId` of that plan only. */
export async function readPlanFigures(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Queryable,
  scope: MerchantScope,
  planId?: string,
): Promise<PlanFigures> {
  const since = churnWindowStart(settings.timeZone, clock.now())
  const sums = await sumFigures(db, scope, { since, zone: settings.timeZone }, planId)
  const statisticsWhere = (isWanted: (row: SubscriptionSum) => boolean) => statisticsOf(sums.filter(isWanted))
  return {
    of: (wanted) => statisticsWhere((row) => row.planId === wanted),
    besides: (planIds) => {
      const others = sums.filter((row) => row.planId === null || !planIds.includes(row.planId))
      return total(others) === 0 ? null : statisticsOf(others)
    },
    all: statisticsWhere(() => true),
  }
}

const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

function statisticsOf(sums: readonly SubscriptionSum[]): PlanStatistics {
  const withStatus = (status: string) => sums.filter((row) => row.status === status)
  const drinks = total(withStatus('drunk'))
  const levels = sumLevels(
    withStatus('active').map(({ currency, monthlyMinor, count }) => ({
      currency,
      amountMinor: monthlyMinor,
      subscribers: count,
    })),
  )
  return {
    activeSubscribers: total(withStatus('active')),
    trialSubscribers: total(withStatus('trialing')),
    pastDueSubscribers: total(withStatus('past_due')),
    churnedThisMonth: total(withStatus('churned')),
    monthlyRevenue: levels.map(({ amountMinor, currency }) => ({ amountMinor, currency })),
    averageSubscriptionValue: levels.map(({ amountMinor, currency, subscribers }) => ({
      amountMinor: averageSubscriptionValue(amountMinor, subscribers),
      currency,
    })),
    drinks,
    pricePerDrink: pricePerDrink(levels, drinks),
  }
}
