import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/**
 * Why a charge is kept out of payouts: an open dispute, or a period that overlaps another one. `paid_overlap`: payouts
 * had taken both periods before overlaps were detected, and an administrator has yet to review it.
 */
export const holdReasons = ['dispute', 'overlap', 'paid_overlap'] as const
export type HoldReason = (typeof holdReasons)[number]

export const chargeSchema = z.object({
  periodStart: z.date(),
  periodEnd: z.date(),
  /** What is owed: billed where the payment provider says it, else the list price. */
  amount: z.int(),
  /** The list price of a billed amount. */
  listAmount: z.int().nullable(),
  /** What correction lines of payouts add to the amount. */
  corrected: z.int(),
  currency: z.string(),
  recordedAt: z.date(),
  /** It is in no payout, unless the reason is `paid_overlap`. `isFinal`: it was decided that it is never paid. */
  hold: z.object({ reason: z.enum(holdReasons), isFinal: z.boolean() }).nullable(),
})
export type SubscriptionCharge = z.infer<typeof chargeSchema>

/** `pays`: the charge goes into the next payout, or stays paid; else it is never paid. */
export const decideOverlapInput = z.strictObject({
  subscriptionId: idSchema,
  periodStart: z.union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))]),
  pays: z.boolean(),
})
export type DecideOverlapInput = z.infer<typeof decideOverlapInput>

export const chargesContract = {
  /** Refuses with CONFLICT and reason NO_OPEN_OVERLAP or PAID_OVERLAP. Audit `decide_overlap`. */
  decideOverlap: route('POST', 'Subscriptions')(
    '/subscriptions/{subscriptionId}/overlap',
    'Decide whether to pay a charge that overlaps another period',
  )
    .input(decideOverlapInput)
    .output(z.object({ subscriptionId: z.string() })),
}
