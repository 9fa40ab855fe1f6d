import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** Platform fee, support address, app-store addresses, second-factor switch: one row per setting that was changed. */
export const platformSettings = pgTable('platform_settings', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: text('updated_by'),
  version: integer().notNull().default(1),
})
