import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** How many days back, today among them. */
export const dayRanges = [30, 91] as const
export type DayRange = (typeof dayRanges)[number]

export const linkDaysInput = z.strictObject({ linkId: idSchema, days: z.literal(dayRanges).default(30) })
export type LinkDaysInput = z.infer<typeof linkDaysInput>

const linkDaySchema = z.object({
  /** `YYYY-MM-DD` on the platform's calendar. */
  day: z.string(),
  clicks: z.int(),
  /** Null on every day until one signup carried the code (G37). */
  signups: z.int().nullable(),
})
export type LinkDay = z.infer<typeof linkDaySchema>

export const linkDaysSchema = z.object({
  /** Oldest first, without a gap; the last one is not over yet. */
  days: z.array(linkDaySchema),
  window: z.object({ from: z.date(), to: z.date() }),
  timeZone: z.string(),
  measuredAt: z.date(),
})
export type LinkDays = z.infer<typeof linkDaysSchema>

const get = route('GET', 'Affiliate links')

export const daysContract = {
  /** For whoever may see the link. */
  days: get('/affiliate-links/{linkId}/days', 'Clicks and signups of a link by day')
    .input(linkDaysInput)
    .output(linkDaysSchema),
}
