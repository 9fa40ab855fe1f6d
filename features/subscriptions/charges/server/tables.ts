import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** What payment events billed for a period, by invoice. It may be known before its charge. */
export const chargeBillings = pgTable(
  'charge_billings',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    /** The provider's invoice, or the system that says what was paid. */
    source: text().notNull(),
    /** A change within a period; its credit is below 0. */
    isProration: boolean('is_proration').notNull(),
    /** After discounts, before taxes. */
    amountMinor: integer('amount_minor').notNull(),
    /** Before discounts. */
    listMinor: integer('list_minor').notNull(),
    currency: text().notNull(),
    /** Of two amounts of one source the later one counts. */
    billedAt: instant('billed_at').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'charge_billings_pk',
      columns: [table.subscriptionId, table.periodStart, table.source, table.isProration],
    }),
  ],
)
