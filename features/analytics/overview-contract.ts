import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { analyticsInput, dayKey, measuredSchema, windowSchema } from './range-contract'

/** Points of a sparkline: days up to three months, weeks up to two years, then months. */
export const bucketSizes = ['day', 'week', 'month'] as const
export type BucketSize = (typeof bucketSizes)[number]
export const bucketLimits = { dayBuckets: 92, weekBuckets: 732 } as const

export const overviewInput = analyticsInput.extend({ compare: z.boolean().default(true) })
export type OverviewInput = z.infer<typeof overviewInput>

/**
 * `previous` covers the same part of the window before. It is null if not requested or not fully recorded. There is one
 * point per bucket.
 */
const countFigureSchema = z.object({ value: z.int(), previous: z.int().nullable(), points: z.array(z.int()) })
export type CountFigure = z.infer<typeof countFigureSchema>
/** Null where it is divided by nothing: no rate, not a rate of 0. */
const rateFigureSchema = z.object({
  value: z.number().nullable(),
  previous: z.number().nullable(),
  points: z.array(z.number().nullable()),
})
export type RateFigure = z.infer<typeof rateFigureSchema>
/** In minor units; one for each currency of active subscriptions in the window or at the end of the previous one. */
const moneyFigureSchema = rateFigureSchema.extend({ currency: z.string() })
export type MoneyFigure = z.infer<typeof moneyFigureSchema>

export const overviewSchema = measuredSchema.extend({
  /** While the window runs, only as much of the days before as has passed of it. */
  previousWindow: windowSchema.nullable(),
  /** The first record of each kind, of a plan not before its first subscription; null where there is none. */
  recordedSince: z.object({ subscriptions: z.date().nullable(), redemptions: z.date().nullable() }),
  /** True for a plan: earlier levels are derived from starts and cancellations, because interim states are not recorded. */
  isEstimated: z.boolean(),
  bucketSize: z.enum(bucketSizes),
  buckets: z.array(z.object({ from: dayKey, to: dayKey })),
  /** Levels at the end of the window, and of each bucket; usd first. */
  monthlyRevenue: z.array(moneyFigureSchema),
  averageRevenue: z.array(moneyFigureSchema),
  active: countFigureSchema,
  trialing: countFigureSchema,
  pastDue: countFigureSchema,
  /** Sums over the window, and over each bucket. */
  started: countFigureSchema,
  canceled: countFigureSchema,
  /** Null before the first redemption on record. */
  redemptions: z.object({
    value: z.int().nullable(),
    previous: z.int().nullable(),
    points: z.array(z.int().nullable()),
  }),
  /** Percent: canceled in the window ÷ (active at its end + canceled). */
  churnRate: rateFigureSchema,
})
export type Overview = z.infer<typeof overviewSchema>

const get = route('GET', 'Analytics')

export const overviewContract = {
  overview: get('/analytics/overview', 'Metrics for a range, compared to the previous one')
    .input(overviewInput)
    .output(overviewSchema),
}
