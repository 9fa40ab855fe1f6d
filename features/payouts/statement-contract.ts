import { z } from 'zod'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const payoutStatuses = ['draft', 'approved', 'sent', 'confirmed', 'failed'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** `carry` marks both lines of a carried amount. All kinds except `manual` and `carry` refer to a charge. */
export const adjustmentKinds = [
  'manual',
  'carry',
  'refund',
  'refund_reversal',
  'dispute',
  'dispute_reversal',
  'correction',
] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]

const adjustmentSchema = z.object({
  id: z.string(),
  kind: z.enum(adjustmentKinds),
  amount: z.int(),
  reason: z.string(),
  /** The charge that the line refers to, which this payout or an earlier one has paid. */
  charge: z
    .object({
      subscriptionId: z.string(),
      periodStart: z.date(),
      periodEnd: z.date(),
      /** Full for administrators, "Ana P." for merchant roles. */
      subscriberName: z.string().nullable(),
      planName: z.string(),
    })
    .nullable(),
  createdAt: z.date(),
  /** Null for other roles than administrators. */
  by: z.string().nullable(),
})

export type AdjustmentLine = z.infer<typeof adjustmentSchema>

const stepSchema = z.object({
  /** "draft" when it was generated, and again when it was reopened. */
  status: z.enum(payoutStatuses),
  at: z.date(),
  /** Null for other roles than administrators. */
  by: z.string().nullable(),
  /** Why the payment failed, or that there was nothing to pay. */
  reason: z.string().nullable(),
})

export const payoutStatementSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** Current recipient; the tax ID by its last characters only, and not for viewers. */
  venue: z.object({
    businessName: z.string().nullable(),
    addressLines: z.array(z.string()),
    taxIdMasked: z.string().nullable(),
  }),
  period: z.string(),
  periodStart: z.date(),
  periodEnd: z.date(),
  timeZone: z.string(),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  /** Minor units. net = gross − fee + adjustments; gross is the sum of the renewals. */
  gross: z.int(),
  feeBasisPoints: z.int(),
  fee: z.int(),
  adjustmentLines: z.array(adjustmentSchema),
  adjustments: z.int(),
  /**
   * Adjustments that wait for the merchant's next payout in this currency. Empty for other roles than administrators.
   */
  waiting: z.array(adjustmentSchema),
  net: z.int(),
  renewalCount: z.int(),
  redemptionCount: z.int(),
  /** "1234": from the bank file if there is one, else from the current account. */
  accountLast4: z.string().nullable(),
  bankProblem: z.string().nullable(),
  /** Shown to administrators: when the owners were last asked for bank details. */
  remindedAt: z.date().nullable(),
  failureReason: z.string().nullable(),
  /** Shown to administrators for a draft: charges that overlap another period and await a decision. */
  overlaps: z.array(z.object({ subscriptionId: z.string(), periodStart: z.date(), amount: z.int() })),
  /** Oldest first, earlier attempts included. */
  steps: z.array(stepSchema),
  exportedAt: z.date().nullable(),
  updatedAt: z.date(),
  version: z.int(),
})
export type PayoutStatement = z.infer<typeof payoutStatementSchema>

/** The amounts add up to the gross of the statement. */
export const renewalLineSchema = z.object({
  subscriptionId: z.string(),
  periodStart: z.date(),
  periodEnd: z.date(),
  /** Full for administrators, "Ana P." for merchant roles. */
  subscriberName: z.string().nullable(),
  planName: z.string(),
  amount: z.int(),
  /** The list price, if the billed amount differs. */
  listAmount: z.int().nullable(),
  /** Total of correction lines, in this payout or another. */
  corrected: z.int(),
  /** True for a charge of an earlier month that became known after its payout was generated. */
  isLate: z.boolean(),
})
export type RenewalLine = z.infer<typeof renewalLineSchema>
/** The amount is always 0 (G34), because a subscription is paid per period and not per redemption. */
export const redemptionLineSchema = z.object({
  id: z.string(),
  redeemedAt: z.date(),
  subscriberName: z.string().nullable(),
  planName: z.string(),
  locationName: z.string(),
  amount: z.literal(0),
})
export type RedemptionLine = z.infer<typeof redemptionLineSchema>

export const payoutIdInput = z.strictObject({ payoutId: idSchema })
export type PayoutIdInput = z.infer<typeof payoutIdInput>
export const payoutLinesInput = payoutIdInput.extend(pageInput.shape)
export type PayoutLinesInput = z.infer<typeof payoutLinesInput>

export const payoutSummaryInput = z.strictObject({ merchantId: idSchema })
export type PayoutSummaryInput = z.infer<typeof payoutSummaryInput>
const amountSoFarSchema = z.object({
  currency: z.string(),
  gross: z.int(),
  fee: z.int(),
  adjustments: z.int(),
  net: z.int(),
  renewalCount: z.int(),
  /** The part of `renewalCount` from earlier months. */
  lateCount: z.int(),
  /** Adjustments, oldest first. The list may hold only the first ones. */
  waiting: z.array(adjustmentSchema.pick({ amount: true, reason: true, charge: true })),
  waitingCount: z.int(),
})
export const payoutSummarySchema = z.object({
  period: z.string(),
  start: z.date(),
  end: z.date(),
  /** USD first; empty if nothing was charged. */
  soFar: z.array(amountSoFarSchema),
  /** The month before, until the caller sees a payout of it. Waiting lines and late charges are in its amounts. */
  closed: z.object({ period: z.string(), amounts: z.array(amountSoFarSchema) }).nullable(),
  feeBasisPoints: z.int(),
  /** Charges of any month that await a decision and are in no sum. */
  held: z.array(z.object({ currency: z.string(), amount: z.int(), count: z.int() })),
  /** Any status that the caller may see. */
  last: z
    .object({
      id: z.string(),
      period: z.string(),
      currency: z.string(),
      net: z.int(),
      status: z.enum(payoutStatuses),
      at: z.date(),
    })
    .nullable(),
  measuredAt: z.date(),
  timeZone: z.string(),
})
export type PayoutSummary = z.infer<typeof payoutSummarySchema>

const get = route('GET', 'Payouts')

/** Foreign payouts, and drafts for merchant roles, are not found. */
export const statementContract = {
  get: get('/payouts/{payoutId}', 'One payout with its adjustments and steps')
    .input(payoutIdInput)
    .output(payoutStatementSchema),
  /** Sorted by start of the paid period, oldest first. */
  renewals: get('/payouts/{payoutId}/renewals', 'The charges of a statement')
    .input(payoutLinesInput)
    .output(pageOf(renewalLineSchema)),
  /** Completed redemptions of the period, oldest first. */
  redemptions: get('/payouts/{payoutId}/redemptions', 'The redemptions of a statement')
    .input(payoutLinesInput)
    .output(pageOf(redemptionLineSchema)),
  summary: get('/merchants/{merchantId}/payout-summary', 'Current month and last payout of a merchant')
    .input(payoutSummaryInput)
    .output(payoutSummarySchema),
}
