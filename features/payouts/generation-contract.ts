import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { pageInput } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { periodSchema } from './period-contract'
import { payoutStatuses } from './statement-contract'

export const generationLimits = {
  /** Months that can be chosen, the last ended one first. */
  periods: 24,
  /** Merchants per call. The console sends several batches and shows the progress. */
  batch: 25,
  /** Rows per page of the preview. */
  previewRows: 100,
  /** Number of listed charges for review. More follow when these are reviewed. */
  paidOverlaps: 5,
} as const

export const payoutPeriodSchema = z.object({
  period: z.string(),
  start: z.date(),
  /** Exclusive. */
  end: z.date(),
  payoutCount: z.int(),
  /** Net of its payouts by currency and status, USD first. */
  sums: z.array(z.object({ currency: z.string(), status: z.enum(payoutStatuses), count: z.int(), net: z.int() })),
  /** Charges whose merchant has no payout of the month in their currency; USD first. */
  missing: z.array(moneySchema),
})
/** A paid charge that overlaps another paid period and waits for a review. */
export const paidOverlapSchema = z.object({
  subscriptionId: z.string(),
  periodStart: z.date(),
  merchantName: z.string(),
  amount: z.int(),
  currency: z.string(),
})
export type PaidOverlap = z.infer<typeof paidOverlapSchema>
export const payoutPeriodsSchema = z.object({
  periods: z.array(payoutPeriodSchema),
  /** Oldest first. `charges` may hold only the first ones. */
  paidOverlaps: z.object({ count: z.int(), charges: z.array(paidOverlapSchema) }),
  timeZone: z.string(),
})
export type PayoutPeriods = z.infer<typeof payoutPeriodsSchema>

const amountsSchema = z.object({
  currency: z.string(),
  /** Minor units, including late charges. */
  gross: z.int(),
  fee: z.int(),
  /** Adjustments that wait for this merchant's next payout. */
  adjustments: z.int(),
  net: z.int(),
})
/** "new": would be generated; "exists": was generated already and is unchanged. */
const previewStateSchema = z.enum(['new', 'exists'])
export const payoutPreviewRowSchema = amountsSchema.extend({
  merchantId: z.string(),
  merchantName: z.string(),
  state: previewStateSchema,
  renewalCount: z.int(),
  /** Charges of earlier periods that became known after their payout was generated. */
  lateCount: z.int(),
  /** Why it cannot be paid yet; it is generated anyway. */
  bankProblem: z.string().nullable(),
})
export type PayoutPreviewRow = z.infer<typeof payoutPreviewRowSchema>
export const previewTotalSchema = amountsSchema.extend({ count: z.int() })
export const payoutPreviewSchema = z.object({
  period: z.string(),
  start: z.date(),
  end: z.date(),
  feeBasisPoints: z.int(),
  /** Totals of all that would be generated, like the counts below; currencies are never added together. */
  totals: z.array(previewTotalSchema),
  /** Charges of earlier periods. */
  late: z.int(),
  /** Payouts without complete bank details. */
  withoutBank: z.int(),
  belowZero: z.int(),
  /** Charges up to the end of the month that overlap another period and await a decision. */
  overlaps: z.int(),
  /** Payouts that are already generated. */
  existing: z.int(),
  /** One per merchant and currency in the period: new ones first, by name. */
  rows: z.array(payoutPreviewRowSchema),
  /** Send this for the next page. */
  next: z.object({ state: previewStateSchema, cursor: z.string() }).nullable(),
  measuredAt: z.date(),
  timeZone: z.string(),
})
export type PayoutPreview = z.infer<typeof payoutPreviewSchema>

export const previewPayoutsInput = z.strictObject({
  period: periodSchema,
  /** Limits it to this merchant. */
  merchantId: idSchema.optional(),
  /** The `next` of the previous page, together with `cursor`. */
  state: previewStateSchema.default('new'),
  cursor: pageInput.shape.cursor,
})
export type PreviewPayoutsInput = z.infer<typeof previewPayoutsInput>
export const generatePayoutsInput = z.strictObject({
  period: periodSchema,
  merchantIds: z.array(idSchema).min(1).max(generationLimits.batch),
})
export type GeneratePayoutsInput = z.infer<typeof generatePayoutsInput>
export const generatedSchema = z.object({
  results: z.array(
    z.object({
      merchantId: z.string(),
      /** "nothing": no charge and no waiting adjustment, or the merchant was deleted. */
      outcome: z.enum(['generated', 'exists', 'nothing']),
      /** One per currency. */
      payoutIds: z.array(z.string()),
    }),
  ),
})
export type GeneratedPayouts = z.infer<typeof generatedSchema>

const get = route('GET', 'Payouts')
const post = route('POST', 'Payouts')

/** Administrators only. A running period is refused with BAD_REQUEST and the reason PERIOD_RUNNING. */
export const generationContract = {
  periods: get('/payout-periods', 'Months with payouts to generate').output(payoutPeriodsSchema),
  preview: get('/payout-preview', 'Preview of generating a period')
    .input(previewPayoutsInput)
    .output(payoutPreviewSchema),
  /** One transaction per merchant; existing payouts are unchanged. Audit `generate_payout`. */
  generate: post('/payouts', 'Generate payouts of some merchants').input(generatePayoutsInput).output(generatedSchema),
}
