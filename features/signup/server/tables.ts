import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/** One per press of Submit: a repeated one finds its row and makes nothing new. */
export const merchantSignups = pgTable(
  'merchant_signups',
  {
    /** Keyed hash of the key that the browser made. */
    keyHash: text('key_hash').primaryKey(),
    email: text().notNull(),
    businessName: text('business_name').notNull(),
    applicationId: text('application_id').notNull(),
    userId: text('user_id').notNull(),
    affiliateCode: text('affiliate_code'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('merchant_signups_created').on(table.createdAt),
    index('merchant_signups_affiliate').on(table.affiliateCode, table.createdAt),
  ],
)
