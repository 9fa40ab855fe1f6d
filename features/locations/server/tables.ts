import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/** A free-form document: fields we do not know stay in `fields` and survive every save. */
export const locations = pgTable(
  'locations',
  {
    id: text().primaryKey(),
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade'),
    name: text().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('locations_merchant').on(table.merchantId, table.name),
    /** Serves programs that copy the locations of all merchants. */
    index('locations_created').on(table.createdAt, table.id),
    index('locations_updated').on(table.updatedAt, table.id),
  ],
)
