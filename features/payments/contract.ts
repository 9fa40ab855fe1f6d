import { z } from 'zod'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const paymentLimits = {
  /** Maximum signature age and clock skew, in seconds. */
  signatureSeconds: 300,
  /** Events are deleted after this many days, unmatched ones too. */
  eventDays: 90,
  /** Longer than a payment can be disputed. */
  referenceDays: 550,
  eventId: 255,
} as const

export const stripeWebhookPath = '/webhooks/stripe'

export const paymentOutcomes = ['created', 'updated', 'same', 'older', 'nothing', 'waiting', 'unmatched'] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]
export type PaymentAnswer = { outcome: PaymentOutcome | 'duplicate'; reason?: UnmatchedReason }

export const unmatchedReasons = [
  'UNKNOWN_MERCHANT',
  'UNKNOWN_PLAN',
  'UNKNOWN_PERSON',
  'UNKNOWN_SUBSCRIPTION',
  'FOREIGN_MERCHANT',
  'FOREIGN_CURRENCY',
  'UNKNOWN_PAYMENT',
  'REFUND_CURRENCY',
  'NO_SINGLE_AMOUNT',
  'FRACTION',
  'ERASED_PERSON',
  'UNREADABLE',
] as const
export type UnmatchedReason = (typeof unmatchedReasons)[number]

export const paymentStateSchema = z.object({
  /** False if no signing secret is set; then the webhook endpoint does not exist. */
  isSetUp: z.boolean(),
  isLive: z.boolean(),
  unmatched: z.int(),
  last: z.object({ type: z.string(), occurredAt: z.date(), receivedAt: z.date() }).nullable(),
})
export type PaymentState = z.infer<typeof paymentStateSchema>

export const unmatchedEventSchema = z.object({
  eventId: z.string(),
  type: z.string(),
  reason: z.enum(unmatchedReasons),
  occurredAt: z.date(),
  receivedAt: z.date(),
  providerSubscriptionId: z.string().nullable(),
  /** Set if the record that the event names exists here. */
  merchant: z.object({ id: z.string(), name: z.string() }).nullable(),
  personId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  /** The unknown id in the event: a merchant, plan, price or user. */
  named: z.string().nullable(),
  attempts: z.int(),
  /** Null: manual retry only. */
  nextAttemptAt: z.date().nullable(),
})
export type UnmatchedEvent = z.infer<typeof unmatchedEventSchema>

export const eventIdInput = z.strictObject({ eventId: idSchema })
export type EventIdInput = z.infer<typeof eventIdInput>
export const listUnmatchedInput = z.strictObject(pageInput.shape)
export type ListUnmatchedInput = z.infer<typeof listUnmatchedInput>
export const retryAnswerSchema = z.object({
  outcome: z.enum(paymentOutcomes),
  reason: z.enum(unmatchedReasons).nullable(),
})
export type RetryAnswer = z.infer<typeof retryAnswerSchema>

const get = route('GET', 'Payments')
const post = route('POST', 'Payments')

export const paymentsContract = {
  state: get('/payment-provider', 'Status of payment provider events').output(paymentStateSchema),
  /** Returns events newest first. */
  unmatched: get('/payment-provider/unmatched', 'Unmatched payment events')
    .input(listUnmatchedInput)
    .output(pageOf(unmatchedEventSchema)),
  retry: post('/payment-provider/unmatched/{eventId}/retry', 'Try an event again')
    .input(eventIdInput)
    .output(retryAnswerSchema),
  dismiss: post('/payment-provider/unmatched/{eventId}/dismiss', 'Dismiss an event')
    .input(eventIdInput)
    .output(z.null()),
}
