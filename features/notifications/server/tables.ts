import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { instant } from '@quaff/platform/server/tables'

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
