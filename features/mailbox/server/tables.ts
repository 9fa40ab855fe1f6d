import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'
import type { MailboxPurpose } from '../contract'

/** Six digits mailed to somebody without an account, kept as a keyed hash. */
export const mailboxCodes = pgTable(
  'mailbox_codes',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    purpose: text().$type<MailboxPurpose>().notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('mailbox_codes_email').on(table.email, table.purpose, table.createdAt.desc()),
    index('mailbox_codes_expires').on(table.expiresAt),
  ],
)

/** What a right code gives: whoever shows the token has read the mail. Kept as a keyed hash. */
export const mailboxProofs = pgTable(
  'mailbox_proofs',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text().notNull(),
    purpose: text().$type<MailboxPurpose>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mailbox_proofs_expires').on(table.expiresAt)],
)
