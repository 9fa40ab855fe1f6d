import { z } from 'zod'
import { subscriptionRowSchema } from '@quaff/features/subscriptions/contract'
import { movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { analyticsInput, dayKey, measuredSchema, windowSchema } from './range-contract'

export const cancellationLimits = {
  /** Months of the movement, the one of the last day of the range included. */
  months: 12,
  /** Cancellations by name; the list of subscriptions has all. */
  rows: 10,
  /** Reasons by name. */
  reasons: 8,
} as const

const currencySchema = z.string().min(1).max(16)

/** Covers all plans only: the counters that hold past revenue are not split by plan. */
export const movementInput = analyticsInput.omit({ planId: true })
export type MovementInput = z.infer<typeof movementInput>

const movesSchema = z.object({
  /** Was not there, or on trial. */
  new: z.int(),
  /** Pays again after it was past due, or canceled. */
  returned: z.int(),
  expansion: z.int(),
  contraction: z.int(),
  /** Active before and not canceled, but no longer paid. */
  past_due: z.int(),
  lost: z.int(),
})
/** Signed amounts: start + all of them = end, to the cent. */
const revenueStepSchema = z.object({
  currency: z.string(),
  startMinor: z.int(),
  endMinor: z.int(),
  moves: movesSchema,
  /** Subscriptions behind each amount. */
  counts: movesSchema,
  /** The change that the history does not explain. */
  unrecordedMinor: z.int(),
})
const movementRowSchema = revenueStepSchema.extend({
  month: z.string(),
  /** Days, both included; of the running month up to its end. */
  from: dayKey,
  to: dayKey,
})
export type MovementRow = z.infer<typeof movementRowSchema>
export const movementSchema = measuredSchema.extend({
  /** Usd first; those with no revenue in these months are left out. */
  currencies: z.array(z.string()),
  /** Oldest month first, in each the currencies in their order. */
  rows: z.array(movementRowSchema),
})
export type Movement = z.infer<typeof movementSchema>

export const bridgeInput = movementInput.extend({ compare: z.boolean().default(true) })
export type BridgeInput = z.infer<typeof bridgeInput>
export const bridgeSchema = measuredSchema.extend({
  /** While the window runs, only as much of the days before as has passed of it. Null if not requested or not fully recorded. */
  previousWindow: windowSchema.nullable(),
  /** One per currency with revenue at some time, usd first. */
  steps: z.array(revenueStepSchema.extend({ previous: movesSchema.nullable() })),
})
export type Bridge = z.infer<typeof bridgeSchema>
export type BridgeStep = Bridge['steps'][number]

export const bridgeRowsInput = movementInput.extend({
  kind: z.enum(movementKinds),
  currency: currencySchema,
  ...pageInput.shape,
})
export type BridgeRowsInput = z.infer<typeof bridgeRowsInput>
/** `changeMinor` of all rows together is the amount of the bridge. */
const bridgeRowSchema = subscriptionRowSchema.extend({ changedAt: z.date(), changeMinor: z.int() })
export type BridgeRow = z.infer<typeof bridgeRowSchema>

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
  bridge: get('/analytics/bridge', 'Changes in monthly revenue in a range, compared to the previous one')
    .input(bridgeInput)
    .output(bridgeSchema),
  /** Latest change first. */
  bridgeRows: get('/analytics/bridge-rows', 'Subscriptions behind one change in monthly revenue')
    .input(bridgeRowsInput)
    .output(pageOf(bridgeRowSchema)),
  cancellations: get('/analytics/cancellations', 'Canceled subscriptions in a range, with reasons and lost revenue')
    .input(analyticsInput)
    .output(cancellationsSchema),
}
