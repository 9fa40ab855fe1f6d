import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const insightRanges = [7, 30, 90] as const
export type InsightRange = (typeof insightRanges)[number]

/** G35 and spec §9; days are calendar days, today included. */
export const insightLimits = {
  /** An active pass without a drink for so long counts as paid but not drinking. */
  idleDays: 14,
  /** So far back the last drinks are looked for first: more than `idleDays`. */
  latestDays: 28,
  /** The last drink is looked up one by one beyond these days. */
  recentDays: 90,
  heavyDays: 30,
  heavyRows: 20,
  idleRows: 50,
  exportRows: 5_000,
  quickGapMs: 10 * 60_000,
  /** So many quick gaps are no accident any more. */
  repeatedQuickGaps: 2,
  /** How old an answer may be; its age is shown. */
  answerMaxAgeMs: 5 * 60_000,
} as const

const merchantInput = z.strictObject({ merchantId: idSchema })
const rangeInput = merchantInput.extend({ days: z.literal(insightRanges) })

const windowSchema = z.object({ from: z.date(), to: z.date() })
export type InsightWindow = z.infer<typeof windowSchema>
/** Which days, on whose calendar, and when the figures were read. */
const measuredSchema = z.object({ window: windowSchema, timeZone: z.string(), measuredAt: z.date() })
export type Measured = z.infer<typeof measuredSchema>

/** `locationId` absent: all locations, on the platform's clock. */
export const hourInsightsInput = rangeInput.extend({ locationId: idSchema.optional() })
export type HourInsightsInput = z.infer<typeof hourInsightsInput>
export const heatCellSchema = z.object({
  /** 0 is Monday. */
  weekday: z.int(),
  /** 0–23, as the clocks showed it. */
  hour: z.int(),
  count: z.int(),
  /** How often this hour took place in the window, in quarters of an hour: not at all in the future, twice where clocks went back. */
  quarters: z.int(),
})
export type HeatCell = z.infer<typeof heatCellSchema>
export const hourInsightsSchema = measuredSchema.extend({
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Hours before the first redemption on record took place for nobody and are in no average. */
  recordedSince: z.date().nullable(),
  /** All 168, Monday 00:00 first. */
  cells: z.array(heatCellSchema),
})
export type HourInsights = z.infer<typeof hourInsightsSchema>

export const locationInsightsInput = rangeInput
export type LocationInsightsInput = z.infer<typeof locationInsightsInput>
const locationShareSchema = z.object({
  /** Null: redemptions without a location, or of one that is gone. */
  locationId: z.string().nullable(),
  name: z.string(),
  count: z.int(),
  sharePercent: z.number(),
  /** Null where not all of the previous window is on record. */
  previousCount: z.int().nullable(),
  /** Against the previous window; null where that had none, or is not known. */
  changePercent: z.number().nullable(),
})
export type LocationShare = z.infer<typeof locationShareSchema>
export const locationInsightsSchema = measuredSchema.extend({
  previous: windowSchema,
  recordedSince: z.date().nullable(),
  /** Busiest first; locations without a redemption are there too. */
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
  /** Completed, in the window. */
  drinks: z.int(),
  /** What active subscribers pay a month on average, one amount per currency. */
  monthly: z.array(moneySchema),
  pricePerDrink: z.array(moneySchema),
  singleDrinkPrice: moneySchema.nullable(),
  breakEvenDrinks: z.int().nullable(),
})
export type PlanInsight = z.infer<typeof planInsightSchema>
export const planInsightsSchema = measuredSchema.extend({
  /** Most subscribers first. */
  rows: z.array(planInsightSchema),
  /** Active subscriptions of plans that are gone or were never named. */
  withoutPlan: z.int(),
})
export type PlanInsights = z.infer<typeof planInsightsSchema>

/** Who somebody is: "Ana P." for merchant roles, and an id for administrators only. */
const personSchema = z.object({ name: z.string().nullable(), userId: z.string().nullable() })

export const idleSubscribersInput = merchantInput.extend({
  limit: z.int().min(1).max(insightLimits.exportRows).default(insightLimits.idleRows),
})
export type IdleSubscribersInput = z.infer<typeof idleSubscribersInput>
const idleSubscriberSchema = personSchema.extend({
  subscriptionId: z.string(),
  planName: z.string(),
  /** The last completed redemption; null for a pass that was never used. */
  lastRedeemedAt: z.date().nullable(),
  /** Since when it pays; the epoch where it is missing. */
  startedAt: z.date(),
})
export type IdleSubscriber = z.infer<typeof idleSubscriberSchema>
export const idleSubscribersSchema = measuredSchema.extend({
  /** Those who stayed away last come first: they are the likeliest to come back. */
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
  /** How often one drink followed the other within `quickGapMs`. */
  quickGaps: z.int(),
  flagged: z.boolean(),
})
export type HeavyUser = z.infer<typeof heavyUserSchema>
export const heavyUsersSchema = measuredSchema.extend({ rows: z.array(heavyUserSchema) })
export type HeavyUsers = z.infer<typeof heavyUsersSchema>

const get = route('GET', 'Redemptions')

/** One procedure for each panel, so that each loads and fails alone. Voided redemptions count nowhere. */
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
