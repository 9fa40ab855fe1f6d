import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/**
 * Invitations by owners, one row for each merchant. They name an address and no account, so that nothing an owner sees
 * depends on whether there is one (0102). The rows of one email share its token.
 */
export const merchantInvitations = pgTable(
  'merchant_invitations',
  {
    id: text().primaryKey(),
    /** Normalised (NFKC, lower case). */
    email: text().notNull(),
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade'),
    role: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    uniqueIndex('merchant_invitations_open')
      .on(table.email, table.merchantId)
      .where(sql`accepted_at is null`),
    index('merchant_invitations_merchant').on(table.merchantId, table.createdAt.desc()),
    index('merchant_invitations_token').on(table.tokenHash),
  ],
)
