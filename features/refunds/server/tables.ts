import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { type AmountTable, codeIn, columnAmount } from '@quaff/platform/server'
import { instant } from '@quaff/platform/server/tables'
import type { RefundKind, RefundProblem, RefundSource, RefundStatus } from '../contract'

/** One row per refund or dispute; the latest state replaces the previous one. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    source: text().$type<RefundSource>().notNull(),
    providerId: text('provider_id').notNull(),
    /** The source's id of the payment, for refunds that it also reports as one total. */
    paymentGroup: text('payment_group'),
    /** The total of the group's refunds. The row itself counts for the part that no other refund explains. */
    sumMinor: bigint('sum_minor', { mode: 'number' }),
    /** Recorded by hand although the source had reported this amount: no sum includes it. */
    isAnother: boolean('is_another').notNull().default(false),
    kind: text().$type<RefundKind>().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    merchantId: text('merchant_id').notNull(),
    subscriptionId: text('subscription_id').notNull(),
    /** An instant of the period whose charge it is about. */
    chargeAt: instant('charge_at').notNull(),
    /** Null while that charge is not known. */
    chargePeriodStart: instant('charge_period_start'),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    reason: text(),
    problem: text().$type<RefundProblem>(),
    /** The amount that payout lines took from the merchant. Negative if it returned what another row took. */
    bookedMinor: bigint('booked_minor', { mode: 'number' }).notNull().default(0),
    occurredAt: instant('occurred_at').notNull(),
    /** When the source said so; of two states with the same instant the later step counts. */
    stateAt: instant('state_at').notNull(),
    stateStep: integer('state_step').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    unique('refunds_source_provider').on(table.source, table.providerId),
    index('refunds_charge').on(table.subscriptionId, table.chargePeriodStart),
    /** The few whose charge is still to come. */
    index('refunds_waiting')
      .on(table.subscriptionId)
      .where(sql`charge_period_start is null`),
    index('refunds_merchant').on(table.merchantId, table.occurredAt.desc(), table.id),
    index('refunds_open')
      .on(table.merchantId)
      .where(sql`status = 'open'`),
    index('refunds_updated').on(table.updatedAt, table.id),
    index('refunds_merchant_updated').on(table.merchantId, table.updatedAt, table.id),
    index('refunds_occurred').on(table.occurredAt, table.id),
  ],
)

export const refundAmounts: readonly AmountTable[] = [
  {
    table: refunds,
    currency: codeIn(refunds.currency),
    amounts: [refunds.amountMinor, refunds.sumMinor, refunds.bookedMinor].map(columnAmount),
    isIndex: true,
  },
]
