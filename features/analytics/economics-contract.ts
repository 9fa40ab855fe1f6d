import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { analyticsInput, measuredSchema } from './range-contract'

export const economicsLimits = {
  /** Maximum number of rows per currency; the other plans share one row. */
  plans: 50,
  topMerchants: 20,
  /** Steps of the start dates: the points are one more (spec §3, G28). */
  startDateSteps: 30,
} as const

const currencySchema = z.string().trim().toLowerCase().min(1).max(16)
/** Percent, not rounded. */
const percentSchema = z.number()

const planRevenueRowSchema = z.object({
  /** Null: subscriptions without a plan. */
  planId: z.string().nullable(),
  planName: z.string(),
  /** Null where the plan is gone. */
  merchantId: z.string().nullable(),
  merchantName: z.string().nullable(),
  active: z.int(),
  /** Sums active subscriptions only. */
  monthly: moneySchema,
})
/** Current at `measuredAt` for any range, because past revenue per plan is not recorded. */
export const planRevenueSchema = measuredSchema.extend({
  /** Monthly revenue, usd first: `rows` and `rest` of a currency add up to it. */
  totals: z.array(moneySchema),
  /** Largest amounts first within their currency, at most `economicsLimits.plans` of each. */
  rows: z.array(planRevenueRowSchema),
  rest: z.array(z.object({ plans: z.int(), active: z.int(), monthly: moneySchema })),
})
export type PlanRevenue = z.infer<typeof planRevenueSchema>

export const topMerchantsBy = ['revenue', 'subscribers'] as const
export type TopMerchantsBy = (typeof topMerchantsBy)[number]
/** `currency` absent: the first that there is. The range is that of the churn; levels are those of now. */
export const topMerchantsInput = analyticsInput
  .pick({ from: true, to: true })
  .extend({ by: z.enum(topMerchantsBy).default('revenue'), currency: currencySchema.optional() })
export type TopMerchantsInput = z.infer<typeof topMerchantsInput>
const topMerchantSchema = z.object({
  merchantId: z.string(),
  name: z.string(),
  /** Active subscriptions. */
  subscribers: z.int(),
  canceled: z.int(),
  churnRate: percentSchema,
  monthlyRevenue: z.array(moneySchema),
  /** In the chosen currency. */
  monthlyMinor: z.int(),
})
export type TopMerchant = z.infer<typeof topMerchantSchema>
export const topMerchantsSchema = measuredSchema.extend({
  currencies: z.array(z.string()),
  currency: z.string(),
  /** Best first; merchants that have none are left out. */
  rows: z.array(topMerchantSchema).max(economicsLimits.topMerchants),
  /** All merchants that have some: `amount` is in minor units of the currency, or counts subscribers. */
  total: z.object({ merchants: z.int(), amount: z.int() }),
})
export type TopMerchants = z.infer<typeof topMerchantsSchema>

const churnFigures = {
  canceled: z.int(),
  /** Active at the end. */
  active: z.int(),
  rate: percentSchema,
}
/** `from` and `to` are days, both included. */
const churnBucketSchema = z.object({ from: z.iso.date(), to: z.iso.date(), ...churnFigures })
export type ChurnBucket = z.infer<typeof churnBucketSchema>
export const churnSchema = measuredSchema.extend({
  buckets: z.array(churnBucketSchema),
  /** The same steps of the days before, one for each; empty where months or quarters do not match, or not all is on record. */
  earlier: z.array(churnBucketSchema),
  total: churnBucketSchema,
  /** The same part of the same number of days before. Null if it is not fully recorded. */
  previous: churnBucketSchema.nullable(),
  recordedSince: z.date().nullable(),
  /** Scheduled to end, now; they churn when they end. */
  scheduled: z.int(),
})
export type Churn = z.infer<typeof churnSchema>

export const startDatesSchema = measuredSchema.extend({
  /** Active now and created up to the end of `date`; the last one is the end of the range (G28). */
  points: z.array(z.object({ date: z.iso.date(), count: z.int() })),
  /** Days from point to point. */
  stepDays: z.int(),
})
export type StartDates = z.infer<typeof startDatesSchema>

const get = route('GET', 'Analytics')

/** One procedure per panel, so that each loads and fails independently. */
export const economicsContract = {
  planRevenue: get('/analytics/plan-revenue', 'Monthly revenue by plan')
    .input(analyticsInput)
    .output(planRevenueSchema),
  topMerchants: get('/analytics/top-merchants', 'Top merchants by revenue or subscribers')
    .input(topMerchantsInput)
    .output(topMerchantsSchema),
  churn: get('/analytics/churn', 'Canceled subscriptions and churn rate over time')
    .input(analyticsInput)
    .output(churnSchema),
  startDates: get('/analytics/start-dates', 'Active subscriptions by start date')
    .input(analyticsInput)
    .output(startDatesSchema),
}
