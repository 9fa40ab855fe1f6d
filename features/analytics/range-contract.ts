import { z } from 'zod'
import { idSchema } from '@quaff/platform/shared/text'

export const analyticsLimits = {
  /** Ten years and the leap days in them. */
  mostDays: 3_653,
  /** A missing time is the epoch: no window, nor the one before it, may reach back to it. */
  earliestDay: '2000-01-01',
  /** The longest range for queries that read single redemptions; the console adds up the parts. */
  partDays: 92,
  /** The maximum age of figures over all merchants; the age is shown. */
  snapshotMaxAgeMs: 15 * 60_000,
  /** The maximum age of counter queries, so that all panels show the same moment. */
  liveMaxAgeMs: 15_000,
  /** The maximum age of slow queries over one or a few merchants. */
  answerMaxAgeMs: 5 * 60_000,
} as const

export const dayKey = z.iso.date()

/**
 * Calendar days, both included, in the merchant's zone if there is one, otherwise in the platform's. Without filters,
 * everything that the caller may see. Foreign or deleted merchants are not found; a plan must belong to the chosen
 * scope.
 */
export const analyticsInput = z.strictObject({
  from: dayKey,
  to: dayKey,
  merchantId: idSchema.optional(),
  planId: idSchema.optional(),
})
export type AnalyticsInput = z.infer<typeof analyticsInput>

/** `from` inclusive, `to` the first instant after; when it was read, and on whose calendar. */
export const windowSchema = z.object({ from: z.date(), to: z.date() })
export type RangeWindow = z.infer<typeof windowSchema>
export const measuredSchema = z.object({ window: windowSchema, timeZone: z.string(), measuredAt: z.date() })
export type Measured = z.infer<typeof measuredSchema>
