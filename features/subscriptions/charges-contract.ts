import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/**
 * `dispute` and `overlap` keep a charge out of payouts. `paid_overlap`: both periods were paid out before overlaps were
 * detected, and an administrator must review the charge.
 */
export const holdReasons = ['dispute', 'overlap', 'paid_overlap'] as const
export type HoldReason = (typeof holdReasons)[number]

export const chargeSchema = z.object({
  periodStart: z.date(),
  periodEnd: z.date(),
  /** Amount owed: the billed amount if the payment provider reported one, else the list price. */
  amount: z.int(),
  /** List price, if it differs from the amount. */
  listAmount: z.int().nullable(),
  /** Sum of the correction lines in payouts. */
  corrected: z.int(),
  currency: z.string(),
  recordedAt: z.date(),
  /** A held charge is in no payout, unless the reason is `paid_overlap`. `isFinal`: it will never be paid. */
  hold: z.object({ reason: z.enum(holdReasons), isFinal: z.boolean() }).nullable(),
})
export type SubscriptionCharge = z.infer<typeof chargeSchema>

/** `pays`: the charge goes into the next payout or stays paid. Otherwise it is never paid. */
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
