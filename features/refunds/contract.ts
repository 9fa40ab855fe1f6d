import { z } from 'zod'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { reason } from '@quaff/platform/shared/fields/form-fields'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const refundKinds = ['refund', 'dispute'] as const
export type RefundKind = (typeof refundKinds)[number]
/** A refund is recorded, and reversed if it fails; a dispute is open, then won or lost by the merchant's side. */
export const refundStatuses = ['recorded', 'reversed', 'open', 'won', 'lost'] as const
export type RefundStatus = (typeof refundStatuses)[number]
export const refundSources = ['stripe', 'ingest', 'manual'] as const
export type RefundSource = (typeof refundSources)[number]
/** `FOREIGN_CURRENCY` does not count at all; `EXCEEDS_CHARGE` counts up to what was charged. */
export const refundProblems = ['FOREIGN_CURRENCY', 'EXCEEDS_CHARGE'] as const
export type RefundProblem = (typeof refundProblems)[number]

export const refundLimits = { rows: 200, largestMinor: 2_147_483_647 } as const
export const refundReasonField = reason('Enter a reason. The merchant reads it on the statement.')

export const refundRowSchema = z.object({
  id: z.string(),
  kind: z.enum(refundKinds),
  status: z.enum(refundStatuses),
  source: z.enum(refundSources),
  merchantId: z.string(),
  subscriptionId: z.string(),
  /** Null while the charge is not known. */
  periodStart: z.date().nullable(),
  /** Minor units, as the source says. */
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  problem: z.enum(refundProblems).nullable(),
  /** Its charge waits for the decision of a dispute and is in no payout. */
  isHeld: z.boolean(),
  /** Full for administrators, "Ana P." for merchant roles. */
  subscriberName: z.string().nullable(),
  planName: z.string(),
  occurredAt: z.date(),
})
export type RefundRow = z.infer<typeof refundRowSchema>

/** Names exactly one. Of a merchant: open disputes, and what waits for its charge; of a payout: of the charges it pays. */
export const listRefundsInput = z
  .strictObject({ merchantId: idSchema.optional(), subscriptionId: idSchema.optional(), payoutId: idSchema.optional() })
  .refine((input) => Object.values(input).filter((id) => id !== undefined).length === 1, 'Name exactly one')
export type ListRefundsInput = z.infer<typeof listRefundsInput>

export const recordRefundInput = z.strictObject({
  subscriptionId: idSchema,
  periodStart: z.date(),
  /** Minor units of the charge's currency. */
  amountMinor: z.int().min(1).max(refundLimits.largestMinor),
  reason: formSchema(refundReasonField),
  /** The payment provider has reported a refund of this amount, and this is another one. */
  isAnother: z.boolean().optional(),
  requestKey: z.uuid().optional(),
})
export type RecordRefundInput = z.infer<typeof recordRefundInput>
export const refundIdInput = z.strictObject({ refundId: idSchema })
export type RefundIdInput = z.infer<typeof refundIdInput>

const get = route('GET', 'Refunds')
const post = route('POST', 'Refunds')

export const refundsContract = {
  /** Newest first, at most 200. */
  list: get('/refunds', 'Refunds and disputes')
    .input(listRefundsInput)
    .output(z.object({ rows: z.array(refundRowSchema) })),
  /** Refuses with NOT_FOUND, BAD_REQUEST (EXCEEDS_CHARGE) or CONFLICT (ALREADY_RECORDED). Audit `record_refund`. */
  record: post('/refunds', 'Record the refund of a charge')
    .input(recordRefundInput)
    .output(z.object({ id: z.string() })),
  /** The charge of an open dispute goes into the next payout. Audit `release_charge`. */
  release: post('/refunds/{refundId}/release', 'Release the charge of an open dispute')
    .input(refundIdInput)
    .output(z.object({ id: z.string() })),
}

/** Webhook events. A published name is never used for anything else. */
export const refundEvents = { recorded: 'refund.recorded', reversed: 'refund.reversed' } as const
export const disputeEvents = { opened: 'dispute.opened', closed: 'dispute.closed' } as const
