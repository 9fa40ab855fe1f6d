import { bigint, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/**
 * The daily counters of all merchants added up, rewritten as a whole by `refresh_analytics`: sums over every merchant
 * would be read for each tile, and a shared row that every writer changes would stop them all (G35).
 */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    day: date({ mode: 'string' }).notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    createdCount: integer('created_count').notNull(),
    updatedCount: integer('updated_count').notNull(),
    enteredCount: integer('entered_count').notNull(),
    enteredMonthlyMinor: bigint('entered_monthly_minor', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ name: 'analytics_days_pk', columns: [table.day, table.status, table.currency] })],
)

/** Redemptions of all merchants by hour, like `analytics_days`. */
export const analyticsHours = pgTable(
  'analytics_hours',
  { hour: instant('hour').notNull(), status: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ name: 'analytics_hours_pk', columns: [table.hour, table.status] })],
)

/** Answers over all merchants that are dear to read, with the time of their reading. */
export const analyticsSnapshots = pgTable('analytics_snapshots', {
  key: text().primaryKey(),
  data: jsonb().$type<unknown>().notNull(),
  measuredAt: instant('measured_at').notNull(),
})
