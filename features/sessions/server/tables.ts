import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    /** Keyed hash of the cookie's token: a read of the table opens no session. */
    tokenHash: text('token_hash').notNull().unique('sessions_token_hash'),
    userId: idOf('user_id', () => users.id, 'cascade'),
    userAgent: text('user_agent'),
    network: text(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    authenticatedAt: instant('authenticated_at').notNull(),
    /** Set by the invitation that this session consumed; cleared by the one password it may set (G20). */
    passwordSetupUntil: instant('password_setup_until'),
    /** "Preview as viewer": the session reads as a viewer of this merchant would, and writes nothing, until it is ended. */
    previewMerchantId: text('preview_merchant_id').references(() => merchants.id, { onDelete: 'set null' }),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)
