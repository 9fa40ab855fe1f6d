import { z } from 'zod'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, oneOf, pattern, text } from '@quaff/platform/shared/fields/fields'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { bankFileContract, bankFileFormats } from './bank-file-contract'
import { generationContract } from './generation-contract'
import { periodSchema, periodShape } from './period-contract'
import { progressContract } from './progress/contract'
import { adjustmentKinds, payoutStatuses, statementContract } from './statement-contract'

export { adjustmentKinds, payoutStatuses, type AdjustmentKind, type PayoutStatus } from './statement-contract'

export const payoutRowSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  period: z.string(),
  periodStart: z.date(),
  /** Exclusive. */
  periodEnd: z.date(),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  /** All amounts are in minor units. */
  gross: z.int(),
  fee: z.int(),
  adjustments: z.int(),
  net: z.int(),
  renewalCount: z.int(),
  redemptionCount: z.int(),
  /**
   * Why it cannot be paid yet; null if a complete account is on file. Always null for other roles than administrators.
   */
  bankProblem: z.string().nullable(),
  /** When a bank file last included it since its last approval. Always null for other roles than administrators. */
  exportedAt: z.date().nullable(),
  updatedAt: z.date(),
  version: z.int(),
})
export type PayoutRow = z.infer<typeof payoutRowSchema>

/** `q` searches merchant names. */
export const payoutFilters = {
  period: pattern(periodShape),
  status: oneOf(payoutStatuses),
  merchantId: id(),
  q: text(pageLimits.maxSearchLength),
}
export const payoutFilter = z.strictObject(schemasOf(payoutFilters))
export type PayoutFilter = z.infer<typeof payoutFilter>
export const payoutSorts = ['period', 'merchant', 'net', 'status'] as const
export type PayoutSort = (typeof payoutSorts)[number]
/** Sorted by period, newest first, by default. */
export const listPayoutsInput = payoutFilter.extend({
  ...pageInput.shape,
  sort: z.enum(payoutSorts).optional(),
  order: z.enum(sortOrders).optional(),
})
export type ListPayoutsInput = z.infer<typeof listPayoutsInput>

export const payoutCountsInput = payoutFilter.pick({ period: true, merchantId: true })
export type PayoutCountsInput = z.infer<typeof payoutCountsInput>
export const payoutCountsSchema = z.object({
  all: z.int(),
  draft: z.int(),
  approved: z.int(),
  sent: z.int(),
  confirmed: z.int(),
  failed: z.int(),
  /** Sum of nets per currency and status. */
  net: z.record(z.enum(payoutStatuses), z.array(moneySchema)),
})
export type PayoutCounts = z.infer<typeof payoutCountsSchema>

export const payoutLimits = {
  exportSelection: 500,
  /** Rows per page of a run. */
  runRows: 500,
} as const
export const exportPayoutsInput = z.strictObject({
  format: z.enum(exportFormats),
  ids: z.array(idSchema).max(payoutLimits.exportSelection).optional(),
  filter: payoutFilter.optional(),
})
export type ExportPayoutsInput = z.infer<typeof exportPayoutsInput>
/** CSV with all lines of one statement. */
export const exportStatementInput = z.strictObject({
  payoutId: idSchema,
  format: z.enum(exportFormats).exclude(['json']).default('csv'),
})
export type ExportStatementInput = z.infer<typeof exportStatementInput>
export const runSteps = ['generate', 'approve', 'pay', 'confirm'] as const
export type RunStep = (typeof runSteps)[number]

/** A payout within the run of its month. */
export const runRowSchema = payoutRowSchema.extend({
  /** From the bank file if there is one, else from the current account. */
  accountLast4: z.string().nullable(),
  failureReason: z.string().nullable(),
  sentAt: z.date().nullable(),
  settledAt: z.date().nullable(),
  /** When the owners were last asked for bank details. */
  remindedAt: z.date().nullable(),
  /** Earlier attempts that failed. */
  failedAttempts: z.int(),
  /** Its adjustments by kind and sign. */
  lines: z.array(z.object({ kind: z.enum(adjustmentKinds), count: z.int(), amount: z.int() })),
})
export type RunRow = z.infer<typeof runRowSchema>
export const payoutRunInput = z.strictObject({ period: periodSchema, cursor: pageInput.shape.cursor })
export type PayoutRunInput = z.infer<typeof payoutRunInput>
export const payoutRunSchema = z.object({
  rows: z.array(runRowSchema),
  nextCursor: z.string().nullable(),
  /** Downloaded bank files, oldest first, with the totals at the time of the download. */
  files: z.array(
    z.object({
      currency: z.string(),
      format: z.enum(bankFileFormats),
      count: z.int(),
      sumMinor: z.int(),
      checksum: z.string(),
      at: z.date(),
    }),
  ),
})
export type PayoutRun = z.infer<typeof payoutRunSchema>

const get = route('GET', 'Payouts')

export const payoutsContract = {
  ...bankFileContract,
  ...generationContract,
  ...progressContract,
  ...statementContract,
  /** Newest period first by default. Merchant roles see their own payouts from approval on. */
  list: get('/payouts', 'Payouts').input(listPayoutsInput).output(pageOf(payoutRowSchema)),
  /** All payouts of a month with what its steps need. Administrators only. */
  run: get('/payout-runs/{period}', 'The payouts of one month').input(payoutRunInput).output(payoutRunSchema),
  counts: get('/payout-counts', 'Counts and sums of payouts').input(payoutCountsInput).output(payoutCountsSchema),
}

/** Webhook events. A published name is never reused for another event. */
export const payoutEvents = {
  created: 'payout.created',
  updated: 'payout.updated',
  paid: 'payout.paid',
  failed: 'payout.failed',
  deleted: 'payout.deleted',
} as const
