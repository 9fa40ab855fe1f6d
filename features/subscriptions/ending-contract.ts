import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { reason } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const endingTimes = ['now', 'period_end'] as const
/** Days after which the job ends a subscription whose provider did not end it as scheduled. */
export const overdueDays = 3
export type EndingTime = (typeof endingTimes)[number]
export const endingReasonField = reason('Enter a reason.')

const instant = z.union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))])

/** `expectedUpdatedAt` is the `updatedAt` that the caller read. Another value refuses with STALE_VERSION. */
export const cancelSubscriptionInput = z.strictObject({
  subscriptionId: idSchema,
  when: z.enum(endingTimes),
  reason: formSchema(endingReasonField),
  expectedUpdatedAt: instant,
})
export type CancelSubscriptionInput = z.infer<typeof cancelSubscriptionInput>
export const keepSubscriptionInput = z.strictObject({ subscriptionId: idSchema, expectedUpdatedAt: instant.optional() })
export type KeepSubscriptionInput = z.infer<typeof keepSubscriptionInput>

export const subscriptionEndingSchema = z.object({
  subscriptionId: z.string(),
  merchantId: z.string(),
  status: z.string(),
  /** Ends at `currentPeriodEnd`; false once it has ended. */
  cancelAtPeriodEnd: z.boolean(),
  /** Ends at this time instead. */
  cancelAt: z.date().nullable(),
  cancelReason: z.string().nullable(),
  currentPeriodEnd: z.date(),
  updatedAt: z.date(),
})
export type SubscriptionEnding = z.infer<typeof subscriptionEndingSchema>

const post = route('POST', 'Subscriptions')

/** Refuse with CONFLICT and an `EndingRefusal` as the reason, or STALE_VERSION. A deleted subscription is not found. */
export const endingContract = {
  /** Audit `cancel_subscription`. */
  cancel: post('/subscriptions/{subscriptionId}/cancel', 'Cancel a subscription now or at period end')
    .input(cancelSubscriptionInput)
    .output(subscriptionEndingSchema),
  /** Withdraws a scheduled end. Audit `keep_subscription`. */
  keep: post('/subscriptions/{subscriptionId}/keep', 'Withdraw a scheduled cancellation')
    .input(keepSubscriptionInput)
    .output(subscriptionEndingSchema),
}
