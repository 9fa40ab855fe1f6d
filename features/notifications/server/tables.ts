import { boolean, pgTable } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/** Preferences of a person. Without a row the defaults apply. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: idOf('user_id', () => users.id, 'cascade').primaryKey(),
  dailyMail: boolean('daily_mail').notNull().default(false),
  lastDailyMailAt: instant('last_daily_mail_at'),
  /** Items up to this time were seen in the bell. */
  seenAt: instant('seen_at'),
  updatedAt: instant('updated_at').notNull(),
})
