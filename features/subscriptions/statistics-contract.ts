import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** One amount per currency in minor units, usd first; currencies are never added together. */
const amounts = z.array(moneySchema)

/** Covers current subscriptions (spec §3 "Plan statistics"). */
export const planStatisticsSchema = z.object({
  /** Null for subscriptions without a plan. */
  planId: z.string().nullable(),
  activeSubscribers: z.int(),
  /** Active subscriptions only, per month. */
  monthlyRevenue: amounts,
  trialSubscribers: z.int(),
  /** Canceled and updated in the last 30 days (spec §4). */
  churnedThisMonth: z.int(),
  averageSubscriptionValue: amounts,
})
export type PlanStatistics = z.infer<typeof planStatisticsSchema>

/** The time of measurement, and the zone of its days. */
const measured = { measuredAt: z.date(), timeZone: z.string() }

/** Spec §3 "Overall statistics". */
export const overallStatisticsSchema = z.object({
  activeCount: z.int(),
  /** Active subscriptions only, per month. */
  totalRevenue: amounts,
  averageRevenue: amounts,
  /** Percent, not rounded. */
  churnRate: z.number(),
  trialCount: z.int(),
  pastDueCount: z.int(),
  /** Start of the churn window: 30 calendar days, including today. */
  churnedSince: z.date(),
  ...measured,
})
export type OverallStatisticsView = z.infer<typeof overallStatisticsSchema>

/** `date` is a day of `timeZone` (spec §3 "Growth point"). */
export const growthSchema = z.object({ points: z.array(z.object({ date: z.string(), count: z.int() })), ...measured })
export type Growth = z.infer<typeof growthSchema>

export const planStatsInput = z.strictObject({ merchantId: idSchema })
export type PlanStatsInput = z.infer<typeof planStatsInput>
/** Without a merchant, covers everything that the caller may see. */
export const statsInput = z.strictObject({ merchantId: idSchema.optional() })
export type StatsInput = z.infer<typeof statsInput>

const get = route('GET', 'Subscriptions')

export const statisticsContract = {
  planStats: get('/merchants/{merchantId}/plan-statistics', 'Subscription statistics of each plan')
    .input(planStatsInput)
    .output(z.object({ plans: z.array(planStatisticsSchema), ...measured })),
  stats: get('/subscription-statistics', 'Overall subscription statistics')
    .input(statsInput)
    .output(overallStatisticsSchema),
  /** 31 cumulative points, today last: active subscriptions that were created up to the end of each day. */
  growth: get('/subscription-growth', 'Growth of active subscriptions').input(statsInput).output(growthSchema),
}
