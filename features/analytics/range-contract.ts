import { z } from 'zod'
import { idSchema } from '@quaff/platform/shared/text'

export const analyticsLimits = {
  /** Ten years and the leap days in them. */
  mostDays: 3_653,
  /** A missing time is the epoch: no window, nor the one before it, may reach back to it. */
  earliestDay: '2000-01-01',
  /** What reads redemptions one by one takes so many days at a time; the console adds the parts up. */
  partDays: 92,
  /** How old figures over all merchants may be; their age is shown. */
  snapshotMaxAgeMs: 15 * 60_000,
  /** What counters answer; all panels then show one moment. */
  liveMaxAgeMs: 15_000,
  /** What is slow to read of one merchant or a few. */
  answerMaxAgeMs: 5 * 60_000,
} as const

export const dayKey = z.iso.date()

/**
 * Calendar days, both ends included: of one merchant in its own zone, else in the platform's. Absent filters: everything the asker may see. A merchant
 * that is foreign or gone is not found; a plan must belong to what is asked for.
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
