import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const insightRanges = [7, 30, 90] as const
export type InsightRange = (typeof insightRanges)[number]

/** Days are calendar days, including today (G35, spec §9). */
export const insightLimits = {
  /** An active subscription without a redemption for this long is idle. */
  idleDays: 14,
  /** The last redemption is searched first within these days. Must exceed `idleDays`. */
  latestDays: 28,
  /** The last redemption before these days is looked up one by one. */
  recentDays: 90,
  heavyDays: 30,
  heavyRows: 20,
  idleRows: 50,
  exportRows: 5_000,
  quickGapMs: 10 * 60_000,
  /** From this number on, quick gaps are no accident. */
  repeatedQuickGaps: 2,
  /** Maximum age of a cached response. Its age is shown. */
  answerMaxAgeMs: 5 * 60_000,
} as const

const merchantInput = z.strictObject({ merchantId: idSchema })
const rangeInput = merchantInput.extend({ days: z.literal(insightRanges) })

const windowSchema = z.object({ from: z.date(), to: z.date() })
export type InsightWindow = z.infer<typeof windowSchema>
/** The window, its time zone, and the time when the figures were read. */
const measuredSchema = z.object({ window: windowSchema, timeZone: z.string(), measuredAt: z.date() })
export type Measured = z.infer<typeof measuredSchema>

/** Without `locationId`: all locations, in the merchant's zone. */
export const hourInsightsInput = rangeInput.extend({ locationId: idSchema.optional() })
export type HourInsightsInput = z.infer<typeof hourInsightsInput>
export const heatCellSchema = z.object({
  /** 0 is Monday. */
  weekday: z.int(),
  /** 0–23, local time. */
  hour: z.int(),
  count: z.int(),
  /** Occurrences of this hour in the window, in quarters of an hour: 0 in the future, twice when clocks went back. */
  quarters: z.int(),
})
export type HeatCell = z.infer<typeof heatCellSchema>
export const hourInsightsSchema = measuredSchema.extend({
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Days before the first recorded redemption are in no average. */
  recordedSince: z.date().nullable(),
  /** All 168, Monday 00:00 first. */
  cells: z.array(heatCellSchema),
})
export type HourInsights = z.infer<typeof hourInsightsSchema>

export const locationInsightsInput = rangeInput
export type LocationInsightsInput = z.infer<typeof locationInsightsInput>
const locationShareSchema = z.object({
  /** Null for redemptions without a location or at a deleted one. */
  locationId: z.string().nullable(),
  name: z.string(),
  count: z.int(),
  sharePercent: z.number(),
  /** Null if the previous window is not fully recorded. */
  previousCount: z.int().nullable(),
  /** Compared with the previous window. Null if that had none or is unknown. */
  changePercent: z.number().nullable(),
})
export type LocationShare = z.infer<typeof locationShareSchema>
export const locationInsightsSchema = measuredSchema.extend({
  previous: windowSchema,
  recordedSince: z.date().nullable(),
  /** Busiest first, including locations without redemptions. */
  rows: z.array(locationShareSchema),
  total: z.int(),
})
export type LocationInsights = z.infer<typeof locationInsightsSchema>

export const planInsightsInput = merchantInput
export type PlanInsightsInput = z.infer<typeof planInsightsInput>
const planInsightSchema = z.object({
  planId: z.string(),
  name: z.string(),
  active: z.boolean(),
  activeSubscribers: z.int(),
  /** Completed redemptions in the window. */
  drinks: z.int(),
  /** Average monthly amount of active subscribers, one per currency. */
  monthly: z.array(moneySchema),
  pricePerDrink: z.array(moneySchema),
  singleDrinkPrice: moneySchema.nullable(),
  breakEvenDrinks: z.int().nullable(),
})
export type PlanInsight = z.infer<typeof planInsightSchema>
export const planInsightsSchema = measuredSchema.extend({
  /** Most subscribers first. */
  rows: z.array(planInsightSchema),
  /** Active subscriptions without an existing plan. */
  withoutPlan: z.int(),
})
export type PlanInsights = z.infer<typeof planInsightsSchema>

/** "Ana P." for merchant roles. An id for administrators only. */
const personSchema = z.object({ name: z.string().nullable(), userId: z.string().nullable() })

export const idleSubscribersInput = merchantInput.extend({
  limit: z.int().min(1).max(insightLimits.exportRows).default(insightLimits.idleRows),
})
export type IdleSubscribersInput = z.infer<typeof idleSubscribersInput>
const idleSubscriberSchema = personSchema.extend({
  subscriptionId: z.string(),
  planName: z.string(),
  /** The last completed redemption. Null if there was none. */
  lastRedeemedAt: z.date().nullable(),
  /** Start of the subscription; the epoch if missing. */
  startedAt: z.date(),
})
export type IdleSubscriber = z.infer<typeof idleSubscriberSchema>
export const idleSubscribersSchema = measuredSchema.extend({
  /** Latest visit first, because these people are the likeliest to return. */
  rows: z.array(idleSubscriberSchema),
  total: z.int(),
  activePasses: z.int(),
})
export type IdleSubscribers = z.infer<typeof idleSubscribersSchema>

export const heavyUsersInput = merchantInput
export type HeavyUsersInput = z.infer<typeof heavyUsersInput>
const heavyUserSchema = personSchema.extend({
  drinks: z.int(),
  drinksPerDay: z.number(),
  lastRedeemedAt: z.date(),
  /** Number of redemptions within `quickGapMs` of the previous one. */
  quickGaps: z.int(),
  flagged: z.boolean(),
})
export type HeavyUser = z.infer<typeof heavyUserSchema>
export const heavyUsersSchema = measuredSchema.extend({ rows: z.array(heavyUserSchema) })
export type HeavyUsers = z.infer<typeof heavyUsersSchema>

const get = route('GET', 'Redemptions')

/** One procedure per panel, so that each loads and fails on its own. Voided redemptions never count. */
export const insightsContract = {
  hourInsights: get('/merchants/{merchantId}/insights/hours', 'Redemptions by weekday and hour')
    .input(hourInsightsInput)
    .output(hourInsightsSchema),
  locationInsights: get(
    '/merchants/{merchantId}/insights/locations',
    'Redemptions by location, compared to the previous period',
  )
    .input(locationInsightsInput)
    .output(locationInsightsSchema),
  planInsights: get('/merchants/{merchantId}/insights/plans', 'Price per drink and break-even by plan')
    .input(planInsightsInput)
    .output(planInsightsSchema),
  idleSubscribers: get('/merchants/{merchantId}/insights/idle', 'Active passes with no redemption in 14 days')
    .input(idleSubscribersInput)
    .output(idleSubscribersSchema),
  heavyUsers: get('/merchants/{merchantId}/insights/heavy-users', 'Most frequent customers')
    .input(heavyUsersInput)
    .output(heavyUsersSchema),
}
