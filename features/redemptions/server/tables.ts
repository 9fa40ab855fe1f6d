import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** Partitioned by month of `redeemed_at`: the migration declares it, `ensure_redemption_partitions` adds months. */
export const redemptions = pgTable(
  'redemptions',
  {
    id: text().notNull(),
    merchantId: text('merchant_id').notNull(),
    locationId: text('location_id'),
    planId: text('plan_id'),
    userId: text('user_id'),
    subscriptionId: text('subscription_id'),
    redeemedAt: instant('redeemed_at').notNull(),
    method: text().notNull().default('barcode'),
    status: text().notNull().default('completed'),
    voidedAt: instant('voided_at'),
    voidedBy: text('voided_by'),
    voidReason: text('void_reason'),
    /** The completed one of the same person and merchant before this; written with the rows, by `linkToPrevious`. */
    previousAt: instant('previous_at'),
  },
  (table) => [
    primaryKey({ name: 'redemptions_pk', columns: [table.redeemedAt, table.id] }),
    /** With what is counted per plan and location: those counts read the index alone. */
    index('redemptions_merchant').on(
      table.merchantId,
      table.redeemedAt.desc(),
      table.status,
      table.planId,
      table.locationId,
    ),
    index('redemptions_user').on(table.userId, table.redeemedAt.desc()),
  ],
)

/** Ids of events that were taken: outside the partitions, so that an id is unique over all months. */
export const redemptionEvents = pgTable('redemption_events', {
  eventId: text('event_id').primaryKey(),
  receivedAt: instant('received_at').notNull(),
})

/** Slots that refine the hours of the platform's and of the merchant's zone (`slotOf`), per merchant and status (G35). */
export const redemptionHours = pgTable(
  'redemption_hours',
  {
    hour: instant('hour').notNull(),
    merchantId: text('merchant_id').notNull(),
    status: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'redemption_hours_pk', columns: [table.hour, table.merchantId, table.status] }),
    index('redemption_hours_merchant').on(table.merchantId, table.hour),
  ],
)

/**
 * Completed ones by day of the merchant's zone, place and plan, `''` where a drink names none: what lists of places and plans
 * read. A merchant's month is at most its days times its places and plans, however many drinks it has.
 */
export const redemptionDays = pgTable(
  'redemption_days',
  {
    merchantId: text('merchant_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    locationId: text('location_id').notNull(),
    planId: text('plan_id').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'redemption_days_pk', columns: [table.merchantId, table.day, table.locationId, table.planId] }),
  ],
)

/** All-time count per merchant. */
export const redemptionTotals = pgTable('redemption_totals', {
  merchantId: text('merchant_id').primaryKey(),
  count: integer().notNull().default(0),
  lastRedeemedAt: instant('last_redeemed_at'),
})
