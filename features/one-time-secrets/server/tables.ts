import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { instant } from '@quaff/platform/server/tables'
import type { SecretPurpose } from './purposes'

/**
 * Links, codes and challenges that open something once. Only keyed hashes are stored. A merchant's or a waitlist's
 * invitation is a record with its own lifecycle and keeps its hash in its own row.
 */
export const oneTimeSecrets = pgTable(
  'one_time_secrets',
  {
    id: text().primaryKey(),
    purpose: text().$type<SecretPurpose>().notNull(),
    /** The account that the secret opens or changes. Null before a person is known. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The address that a link or code was emailed to, or a hash of the browser that a sign-in began in. */
    subject: text(),
    hash: text().notNull(),
    /** Data for using the secret: the target of a sign-in, or a hash of the account's state. */
    payload: text(),
    /** Wrong codes included; counted before each comparison. */
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** First time that the link's page was opened. */
    openedAt: instant('opened_at'),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('one_time_secrets_hash').on(table.hash),
    index('one_time_secrets_user').on(table.userId, table.purpose, table.createdAt.desc()),
    index('one_time_secrets_subject').on(table.subject, table.purpose, table.createdAt.desc()),
    index('one_time_secrets_expiry').on(table.expiresAt),
  ],
)
