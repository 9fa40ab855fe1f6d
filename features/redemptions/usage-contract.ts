import { z } from 'zod'
import { scheduleSchema } from '@quaff/features/locations/contract'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, oneOf, span, text, word } from '@quaff/platform/shared/fields/fields'
import { lines } from '@quaff/platform/shared/fields/form-fields'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { redemptionStatuses } from './view-contract'

export const usageLimits = {
  /** Newest redemptions of today, shown beside the live counter. */
  feed: 50,
  /** Today's newest completed redemptions that are searched for flags. */
  flagged: 500,
  flaggedShown: 3,
  /** The method filter offers the methods of this many newest redemptions. */
  methodRows: 1_000,
  counts: 500,
} as const

/**
 * In order: within 10 minutes of the person's previous one, while the location was closed, at a location that the plan
 * excludes.
 */
export const redemptionFlags = ['double_scan', 'outside_hours', 'wrong_location'] as const
export type RedemptionFlag = (typeof redemptionFlags)[number]

/** `by` is null if the account was deleted. */
const mark = { at: z.date(), by: z.string().nullable() }
export const usageRowSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** Full for administrators, "Ana P." for merchant roles. Null if missing, or for merchant roles if it is an email. */
  subscriberName: z.string().nullable(),
  /** Administrators only. */
  userId: z.string().nullable(),
  locationId: z.string().nullable(),
  locationName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  /** The epoch if missing. */
  redeemedAt: z.date(),
  method: z.string(),
  status: z.string(),
  /** Time since the previous completed redemption of the person at this merchant. */
  sincePreviousMs: z.int().nullable(),
  /** Only for completed redemptions. */
  flags: z.array(z.enum(redemptionFlags)),
  /** A void from the console; the provider's voids have none. */
  voided: z.object({ ...mark, reason: z.string() }).nullable(),
  /** A flagged redemption that is fine: it no longer waits for a check. */
  kept: z.object(mark).nullable(),
})
export type UsageRow = z.infer<typeof usageRowSchema>

/**
 * An hour of each week like a heatmap cell, in the zone of the figures: the merchant's or the platform's. 0 is Monday.
 */
const slotSchema = z.strictObject({ weekday: z.int().min(0).max(6), hour: z.int().min(0).max(23) })
export type UsageSlot = z.infer<typeof slotSchema>

export const usageFilters = {
  date: span('from', 'to'),
  locationId: id(),
  planId: id(),
  method: word(textLimits.short),
  status: oneOf(redemptionStatuses),
  /** Searches the start of the masked name, for every role. */
  q: text(textLimits.short),
}
export const usageFilter = z.strictObject({
  ...schemasOf(usageFilters),
  method: z
    .string()
    .min(1)
    .max(textLimits.short)
    .refine((text) => !text.includes('\0'))
    .optional(),
  /** Requires `from`, because no index covers it. */
  slot: slotSchema.optional(),
})
export type UsageFilter = z.infer<typeof usageFilter>

const ofMerchant = z.strictObject({ merchantId: idSchema })
/** Without a merchant, covers all that the caller may see. */
const ofMerchants = z.strictObject({ merchantId: idSchema.optional() })
export const listRedemptionsInput = pageInput.extend({ ...ofMerchants.shape, ...usageFilter.shape })
export type ListRedemptionsInput = z.infer<typeof listRedemptionsInput>

/** The time is needed, because an id alone would be searched in every monthly partition. */
const redemptionKey = { redemptionId: idSchema, redeemedAt: z.date() }
export const getRedemptionInput = ofMerchants.extend(redemptionKey)
export type GetRedemptionInput = z.infer<typeof getRedemptionInput>

export const voidReasonField = lines(textLimits.medium, 'Enter a reason.')
export const voidRedemptionInput = z.strictObject({ ...redemptionKey, reason: formSchema(voidReasonField) })
export type VoidRedemptionInput = z.infer<typeof voidRedemptionInput>
export const keepRedemptionInput = z.strictObject({ ...redemptionKey, isKept: z.boolean() })
export type KeepRedemptionInput = z.infer<typeof keepRedemptionInput>

export const liveCounterSchema = z.object({
  measuredAt: z.date(),
  /** Defines "today". */
  timeZone: z.string(),
  today: z.int(),
  lastHour: z.int(),
  isSurge: z.boolean(),
  /** Up to the same time seven days ago. Null if that day is not fully recorded. */
  weekAgo: z.int().nullable(),
  /** Completed redemptions per hour, from the first hour of today up to the current one. */
  hours: z.array(z.int()),
  /** Hours of the whole day a week ago. Null if it is not fully recorded. */
  hoursBefore: z.array(z.int()).nullable(),
  /** Newest of today first, including voided ones. */
  feed: z.array(usageRowSchema),
  /** True if the merchant ever had a redemption. */
  hasAny: z.boolean(),
})
export type LiveCounter = z.infer<typeof liveCounterSchema>

export const venueTodaySchema = z.object({
  ...liveCounterSchema.pick({ measuredAt: true, timeZone: true, today: true, weekAgo: true, hours: true }).shape,
  /** Without kept ones. `isPartial` if older redemptions of today were not searched. */
  flagged: z.object({ count: z.int(), isPartial: z.boolean(), rows: z.array(usageRowSchema) }),
  /** The newest completed redemption of today. */
  last: usageRowSchema.nullable(),
  /** Hours of all locations. */
  schedules: z.array(scheduleSchema),
})
export type VenueToday = z.infer<typeof venueTodaySchema>

const named = z.array(z.object({ id: z.string(), name: z.string() }))
export const usageOptionsSchema = z.object({ locations: named, plans: named, methods: z.array(z.string()) })
export type UsageOptions = z.infer<typeof usageOptionsSchema>

export const countRedemptionsInput = ofMerchants
export type CountRedemptionsInput = z.infer<typeof countRedemptionsInput>
/** Completed redemptions of all time, most first, for at most 500 merchants. */
export const redemptionCountsSchema = z.object({
  counts: z.array(z.object({ merchantId: z.string(), count: z.int(), lastRedeemedAt: z.date().nullable() })),
  total: z.int(),
})
export type RedemptionCounts = z.infer<typeof redemptionCountsSchema>

export const exportRedemptionsInput = z.strictObject({
  ...ofMerchants.shape,
  format: z.enum(exportFormats),
  filter: usageFilter.optional(),
})
export type ExportRedemptionsInput = z.infer<typeof exportRedemptionsInput>
const get = route('GET', 'Redemptions')
const post = route('POST', 'Redemptions')

export const usageContract = {
  live: get('/merchants/{merchantId}/redemptions/live', 'Live counter of a merchant')
    .input(ofMerchant)
    .output(liveCounterSchema),
  today: get('/merchants/{merchantId}/redemptions/today', 'Today at a merchant: redemptions, flags and opening hours')
    .input(ofMerchant)
    .output(venueTodaySchema),
  /** Newest first. */
  list: get('/redemptions', 'List redemptions').input(listRedemptionsInput).output(pageOf(usageRowSchema)),
  get: get('/redemptions/{redemptionId}', 'Get a redemption').input(getRedemptionInput).output(usageRowSchema),
  /** Locations and plans only for one merchant. */
  options: get('/redemption-options', 'Filter options for redemptions').input(ofMerchants).output(usageOptionsSchema),
  /** Spec §7, redemptions group count by merchantId. */
  counts: get('/redemption-counts', 'Completed redemptions per merchant')
    .input(countRedemptionsInput)
    .output(redemptionCountsSchema),
  /** Owners may void today's redemptions. Refuses with ALREADY_VOIDED, NOT_COMPLETED or NOT_TODAY. */
  void: post('/redemptions/{redemptionId}/void', 'Void a redemption').input(voidRedemptionInput).output(usageRowSchema),
  /** Says that a flagged redemption is fine, or takes it back. Refuses with NOT_COMPLETED. */
  keep: post('/redemptions/{redemptionId}/keep', 'Keep a flagged redemption')
    .input(keepRedemptionInput)
    .output(usageRowSchema),
}
