import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/users/tables'
import { instant } from '@quaff/platform/server/tables'

export const linkPurposes = ['sign_in', 'invitation', 'password_reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Single use: consumed by one conditional update in the transaction of its effect (decision 19). */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull().unique('sign_in_links_token_hash'),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address the link was mailed to; it no longer opens once the account has another. */
    email: text().notNull(),
    purpose: text().$type<LinkPurpose>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('sign_in_links_user').on(table.userId, table.purpose)],
)

export const codePurposes = ['activation', 'reauthentication'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** Mailed six-digit codes: five tries, ten minutes (decision 18). */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<CodePurpose>().notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('email_codes_user').on(table.userId, table.purpose, table.createdAt.desc())],
)
