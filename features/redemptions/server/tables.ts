import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** Partitioned by month of `redeemedAt`. A migration declares it, and `ensure_redemption_partitions` adds months. */
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
    keptAt: instant('kept_at'),
    keptBy: text('kept_by'),
    /** Previous completed redemption of the same person and merchant, written with the row or by `linkToPrevious`. */
    previousAt: instant('previous_at'),
  },
  (table) => [
    primaryKey({ name: 'redemptions_pk', columns: [table.redeemedAt, table.id] }),
    /** Includes status, plan and location, so that counts by them read only the index. */
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

/** Ids of accepted events. Not partitioned, so that an id is unique over all months. */
export const redemptionEvents = pgTable('redemption_events', {
  eventId: text('event_id').primaryKey(),
  receivedAt: instant('received_at').notNull(),
})

/**
 * Counts per slot, merchant and status (G35). Slots refine the hours of the platform's and the merchant's zone
 * (`slotOf`).
 */
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
 * Completed redemptions by day of the merchant's zone, location and plan, `''` for none. Lists of locations and plans
 * read it, because its size does not depend on the number of redemptions.
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

/** Completed redemptions of all time per merchant. */
export const redemptionTotals = pgTable('redemption_totals', {
  merchantId: text('merchant_id').primaryKey(),
  count: integer().notNull().default(0),
  lastRedeemedAt: instant('last_redeemed_at'),
})
