import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'
import type { MovementKind } from '../../movement-rules'

/**
 * Start and revenue-moving changes of each subscription, so that a range reads only what changed in it. A job derives
 * them from the history. Prices are texts of the history, null for the current one.
 */
export const subscriptionMoves = pgTable(
  'subscription_moves',
  {
    subscriptionId: text('subscription_id').notNull(),
    at: instant('at').notNull(),
    merchantId: text('merchant_id').notNull(),
    previousAt: instant('previous_at'),
    nextAt: instant('next_at'),
    /** Null before the start. */
    was: text(),
    is: text().notNull(),
    wasPrice: text('was_price'),
    isPrice: text('is_price'),
    /** Current amount and currency. */
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
    currency: text().notNull(),
  },
  (table) => [
    primaryKey({ name: 'subscription_moves_pk', columns: [table.subscriptionId, table.at] }),
    index('subscription_moves_merchant').on(table.merchantId, table.at),
    index('subscription_moves_at').on(table.at),
  ],
)

/** Subscriptions whose moves are outdated, written by triggers. Until the job ran, they are read from the history. */
export const subscriptionMovesDue = pgTable('subscription_moves_due', {
  subscriptionId: text('subscription_id').notNull(),
})

/**
 * Moves of all merchants by the first and last day of the changes that cause them, and by their months. A range sums
 * the spans within it: net moves of a range are not the sum of its days.
 */
export const subscriptionPlatformMoves = pgTable(
  'subscription_platform_moves',
  {
    firstUnit: text('first_unit').$type<'day' | 'month'>().notNull(),
    lastUnit: text('last_unit').$type<'day' | 'month'>().notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    kind: text().$type<MovementKind>().notNull(),
    currency: text().notNull(),
    count: integer().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'subscription_platform_moves_pk',
      columns: [table.firstUnit, table.lastUnit, table.firstDay, table.lastDay, table.kind, table.currency],
    }),
  ],
)
