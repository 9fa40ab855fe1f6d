import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** Amounts that payment events billed for a period, per invoice. A row may exist before its charge. */
export const chargeBillings = pgTable(
  'charge_billings',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** The provider's invoice, or the system that reported the payment. */
    source: text().notNull(),
    /** A change within a period. A credit is negative. */
    isProration: boolean('is_proration').notNull(),
    /** After discounts, before taxes. */
    amountMinor: integer('amount_minor').notNull(),
    /** Before discounts. */
    listMinor: integer('list_minor').notNull(),
    currency: text().notNull(),
    /** The latest amount of a source wins. */
    billedAt: instant('billed_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'charge_billings_pk',
      columns: [table.subscriptionId, table.periodStart, table.source, table.isProration],
    }),
  ],
)
