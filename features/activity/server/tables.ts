import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

export const userActivity = pgTable(
  'user_activity',
  {
    id: text().primaryKey(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    action: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    userAgent: text('user_agent'),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [index('user_activity_user').on(table.userId, table.occurredAt.desc())],
)
