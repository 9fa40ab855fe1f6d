import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** One amount per currency in minor units, usd first; currencies are never added together. */
const amounts = z.array(moneySchema)

/** Spec §3 "Plan statistics", of the subscriptions as they are now. */
export const planStatisticsSchema = z.object({
  /** Null: subscriptions without a plan. */
  planId: z.string().nullable(),
  activeSubscribers: z.int(),
  /** Of active ones, a month. */
  monthlyRevenue: amounts,
  trialSubscribers: z.int(),
  /** Canceled and updated in the last 30 days (spec §4). */
  churnedThisMonth: z.int(),
  averageSubscriptionValue: amounts,
})
export type PlanStatistics = z.infer<typeof planStatisticsSchema>

/** When it was measured, and whose days it counts. */
const measured = { measuredAt: z.date(), timeZone: z.string() }

/** Spec §3 "Overall statistics". */
export const overallStatisticsSchema = z.object({
  activeCount: z.int(),
  /** Of active ones, a month. */
  totalRevenue: amounts,
  averageRevenue: amounts,
  /** Percent, not rounded. */
  churnRate: z.number(),
  trialCount: z.int(),
  pastDueCount: z.int(),
  /** Cancellations count from here on: the first of 30 calendar days, today included. */
  churnedSince: z.date(),
  ...measured,
})
export type OverallStatisticsView = z.infer<typeof overallStatisticsSchema>

/** Spec §3 "Growth point": `date` is a day of the zone. */
export const growthSchema = z.object({ points: z.array(z.object({ date: z.string(), count: z.int() })), ...measured })
export type Growth = z.infer<typeof growthSchema>

export const planStatsInput = z.strictObject({ merchantId: idSchema })
export type PlanStatsInput = z.infer<typeof planStatsInput>
/** Without a merchant: everything that one may see. */
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
  /** 31 cumulative points, today last: subscriptions active now that were created up to the end of each day. */
  growth: get('/subscription-growth', 'Growth of active subscriptions').input(statsInput).output(growthSchema),
}
