import { z } from 'zod'
import { subscriptionRowSchema } from '@quaff/features/subscriptions/contract'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { analyticsInput, dayKey, measuredSchema } from './range-contract'

export const cancellationLimits = {
  /** Months of the movement, the one of the last day of the range included. */
  months: 12,
  /** Cancellations by name; the list of subscriptions has all. */
  rows: 10,
  /** Reasons by name. */
  reasons: 8,
} as const

/** Covers all plans only: the counters that hold past revenue are not split by plan. */
export const movementInput = analyticsInput.omit({ planId: true })
export type MovementInput = z.infer<typeof movementInput>

/** Signed amounts: start + all of them = end, to the cent. */
const movementRowSchema = z.object({
  month: z.string(),
  /** Days, both included; of the running month up to its end. */
  from: dayKey,
  to: dayKey,
  currency: z.string(),
  startMinor: z.int(),
  endMinor: z.int(),
  moves: z.object({
    /** Was not there, or on trial. */
    new: z.int(),
    /** Pays again after it was past due, or canceled. */
    returned: z.int(),
    expansion: z.int(),
    contraction: z.int(),
    /** Active before and not canceled, but no longer paid. */
    past_due: z.int(),
    lost: z.int(),
  }),
  /** The change that the history does not explain. */
  unrecordedMinor: z.int(),
})
export type MovementRow = z.infer<typeof movementRowSchema>
export const movementSchema = measuredSchema.extend({
  /** Usd first; those with no revenue in these months are left out. */
  currencies: z.array(z.string()),
  /** Oldest month first, in each the currencies in their order. */
  rows: z.array(movementRowSchema),
})
export type Movement = z.infer<typeof movementSchema>

const cancellationReasonSchema = z.object({
  /** Null: none was given, or several others together. */
  reason: z.string().nullable(),
  isRest: z.boolean(),
  count: z.int(),
})
export type CancellationReason = z.infer<typeof cancellationReasonSchema>
export const cancellationsSchema = measuredSchema.extend({
  /** Canceled in the range. */
  count: z.int(),
  /** Counts those that were active until then; `lost` is what they paid per month. */
  paying: z.int(),
  lost: z.array(moneySchema),
  /** Most frequent first. Null for merchant roles, which may not see reasons. */
  reasons: z.array(cancellationReasonSchema).nullable(),
  /** Newest cancellation first, at most `cancellationLimits.rows` of `count`. */
  rows: z.array(subscriptionRowSchema),
})
export type Cancellations = z.infer<typeof cancellationsSchema>

const get = route('GET', 'Analytics')

export const cancellationsContract = {
  movement: get('/analytics/movement', 'Changes in monthly revenue by month')
    .input(movementInput)
    .output(movementSchema),
  cancellations: get('/analytics/cancellations', 'Canceled subscriptions in a range, with reasons and lost revenue')
    .input(analyticsInput)
    .output(cancellationsSchema),
}
