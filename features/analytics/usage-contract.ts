import { z } from 'zod'
import { heatCellSchema } from '@quaff/features/redemptions/insights-contract'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { analyticsInput, measuredSchema } from './range-contract'

export const usageLimits = {
  /** The current month and the twelve before it. */
  startMonths: 13,
  /** Bars of the histogram, without the bar for no drink. */
  drinkBars: 12,
  /** Ranges that end today and whose histogram over all merchants is cached. */
  keptRanges: [7, 30, 90],
} as const

/** A filter by plan allows at most `analyticsLimits.partDays` days, because redemptions are read one by one. */
export const heatInput = analyticsInput
export type HeatInput = z.infer<typeof heatInput>
/** All 168 hours of a week, from Monday 00:00. */
export const heatSchema = measuredSchema.extend({
  cells: z.array(heatCellSchema),
  /** Hours before the first recorded redemption are in no average. */
  recordedSince: z.date().nullable(),
})
export type Heat = z.infer<typeof heatSchema>

export const drinksInput = analyticsInput
export type DrinksInput = z.infer<typeof drinksInput>
export const drinksSchema = measuredSchema.extend({
  /**
   * Drinks per subscriber, in ascending order. A person counts once regardless of the number of passes; row 0 is
   * people whose pass ran in the window without a redemption.
   */
  counts: z.array(z.object({ drinks: z.int(), people: z.int() })),
  /** Days before the first redemption on record are left out. */
  recordedSince: z.date().nullable(),
  /** Redemptions without a user are in no row. */
  withoutPerson: z.int(),
})
export type Drinks = z.infer<typeof drinksSchema>

/** Without filters it covers everything that the caller may see. The last month is still running. */
export const cohortsInput = z.strictObject({ merchantId: idSchema.optional(), planId: idSchema.optional() })
export type CohortsInput = z.infer<typeof cohortsInput>
const cohortSchema = z.object({
  /** `YYYY-MM` on the platform's calendar. */
  month: z.string(),
  /** Subscriptions created in the month, regardless of their later status. */
  started: z.int(),
  /**
   * Subscriptions that were not canceled when the n-th month after the start began. `running[0]` is all; the last
   * entry is the current month.
   */
  running: z.array(z.int()),
})
export type Cohort = z.infer<typeof cohortSchema>
/** Oldest first, `usageLimits.startMonths` of them. */
export const cohortsSchema = measuredSchema.extend({ cohorts: z.array(cohortSchema) })
export type Cohorts = z.infer<typeof cohortsSchema>

const get = route('GET', 'Analytics')

/** Voided redemptions are not counted. PART_TOO_LONG means that the range must be requested in parts. */
export const usageContract = {
  heat: get('/analytics/hours', 'Redemptions by weekday and hour').input(heatInput).output(heatSchema),
  drinks: get('/analytics/drinks', 'Drinks per subscriber').input(drinksInput).output(drinksSchema),
  cohorts: get('/analytics/cohorts', 'Retention by start month').input(cohortsInput).output(cohortsSchema),
}
