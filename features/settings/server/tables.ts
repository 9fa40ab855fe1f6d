import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/users/tables'
import { instant } from '@quaff/platform/server/tables'

/** Platform fee, support address, app-store addresses, second-factor switch: one row per setting that was changed. */
export const platformSettings = pgTable('platform_settings', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: text('updated_by'),
  version: integer().notNull().default(1),
})

/** What a person wants to hear of; who has no row wants the defaults. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  dailyMail: boolean('daily_mail').notNull().default(false),
  lastDailyMailAt: instant('last_daily_mail_at'),
  /** Up to when what waits was seen in the bell. */
  seenAt: instant('seen_at'),
  updatedAt: instant('updated_at').notNull(),
})
