import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { BankFileFormat } from '../bank-file-contract'
import type { AdjustmentKind, PayoutStatus } from '../contract'

/** One per merchant, period and currency (G34); generating twice adds nothing. */
export const payouts = pgTable(
  'payouts',
  {
    id: text().primaryKey(),
    /** No cascade, so that a merchant with payouts cannot be deleted. */
    merchantId: idOf('merchant_id', () => merchants.id),
    /** "YYYY-MM" in the platform's zone. */
    period: text().notNull(),
    periodStart: instant('period_start').notNull(),
    /** Exclusive. */
    periodEnd: instant('period_end').notNull(),
    currency: text().notNull(),
    status: text().$type<PayoutStatus>().notNull(),
    grossMinor: bigint('gross_minor', { mode: 'number' }).notNull(),
    /** The fee when the payout was generated. */
    feeBasisPoints: integer('fee_basis_points').notNull(),
    feeMinor: bigint('fee_minor', { mode: 'number' }).notNull(),
    adjustmentsMinor: bigint('adjustments_minor', { mode: 'number' }).notNull().default(0),
    /** gross − fee + adjustments */
    netMinor: bigint('net_minor', { mode: 'number' }).notNull(),
    renewalCount: integer('renewal_count').notNull(),
    /** The part of `renewalCount` from earlier periods. */
    lateCount: integer('late_count').notNull().default(0),
    /** Completed redemptions of the period at the time of generation. */
    redemptionCount: integer('redemption_count').notNull(),
    /** Account of the last bank file that contained it. */
    paidToLast4: text('paid_to_last4'),
    exportedAt: instant('exported_at'),
    failureReason: text('failure_reason'),
    generatedAt: instant('generated_at').notNull(),
    generatedBy: text('generated_by'),
    approvedAt: instant('approved_at'),
    approvedBy: text('approved_by'),
    sentAt: instant('sent_at'),
    sentBy: text('sent_by'),
    /** When it was confirmed or failed. */
    settledAt: instant('settled_at'),
    settledBy: text('settled_by'),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    unique('payouts_merchant_period_currency').on(table.merchantId, table.period, table.currency),
    index('payouts_period').on(table.period.desc(), table.id.desc()),
    index('payouts_period_status').on(table.period.desc(), table.status, table.id.desc()),
    index('payouts_status').on(table.status, table.period.desc(), table.id.desc()),
    /** Only the few payouts with charges of earlier months. */
    index('payouts_late')
      .on(table.period)
      .where(sql`late_count > 0`),
    index('payouts_updated').on(table.updatedAt, table.id),
    /** Sums of a month without its rows. */
    index('payouts_run').on(table.period, table.status, table.currency, table.netMinor),
    index('payouts_net').on(table.netMinor, table.id),
    index('payouts_by_status').on(table.status, table.id),
    index('payouts_merchant').on(table.merchantId, table.period.desc(), table.id.desc()),
  ],
)

/** The payout of a charge, at most one. Charges are never changed. */
export const payoutCharges = pgTable(
  'payout_charges',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    payoutId: idOf('payout_id', () => payouts.id, 'cascade'),
  },
  (table) => [
    primaryKey({ name: 'payout_charges_pk', columns: [table.subscriptionId, table.periodStart] }),
    index('payout_charges_payout').on(table.payoutId, table.periodStart, table.subscriptionId),
  ],
)

/** Steps of earlier attempts, which the columns of `payouts` no longer hold. Insert-only. */
export const payoutPastSteps = pgTable(
  'payout_past_steps',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    payoutId: idOf('payout_id', () => payouts.id, 'cascade'),
    /** "draft" means that it was reopened. */
    status: text().$type<PayoutStatus>().notNull(),
    at: instant('at').notNull(),
    by: text(),
    /** Why the payment failed. */
    reason: text(),
  },
  (table) => [index('payout_past_steps_payout').on(table.payoutId, table.number)],
)

/** Lines from administrators, refunds, disputes or corrections. The merchant reads the reason. */
export const payoutAdjustments = pgTable(
  'payout_adjustments',
  {
    id: text().primaryKey(),
    merchantId: idOf('merchant_id', () => merchants.id),
    currency: text().notNull(),
    /** Null while it waits for the merchant's next payout in this currency. */
    payoutId: text('payout_id').references(() => payouts.id, { onDelete: 'set null' }),
    /** Signed; never 0. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    reason: text().notNull(),
    kind: text().$type<AdjustmentKind>().notNull().default('manual'),
    /** The charge that the line refers to. Another payout may have paid it. */
    subscriptionId: text('subscription_id'),
    chargePeriodStart: instant('charge_period_start'),
    refundId: text('refund_id'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
  },
  (table) => [
    index('payout_adjustments_payout').on(table.payoutId, table.createdAt),
    index('payout_adjustments_waiting')
      .on(table.merchantId, table.currency)
      .where(sql`payout_id is null`),
  ],
)

/** The latest email that asked the owners of a merchant for bank details. */
export const payoutReminders = pgTable('payout_reminders', {
  merchantId: idOf('merchant_id', () => merchants.id, 'cascade').primaryKey(),
  remindedAt: instant('reminded_at').notNull(),
  remindedBy: text('reminded_by').notNull(),
})

/** Control totals of the downloaded bank files, to compare with the bank's. Insert-only. */
export const payoutBankFiles = pgTable(
  'payout_bank_files',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    period: text().notNull(),
    currency: text().notNull(),
    format: text().$type<BankFileFormat>().notNull(),
    paymentCount: integer('payment_count').notNull(),
    sumMinor: bigint('sum_minor', { mode: 'number' }).notNull(),
    checksum: text().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [index('payout_bank_files_period').on(table.period, table.number)],
)
