import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/** Who signs in as whom: one person at the provider for each account, and one account for each person there. */
export const singleSignOnLinks = pgTable(
  'single_sign_on_links',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    linkedAt: instant('linked_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'single_sign_on_links_pk', columns: [table.issuer, table.subject] }),
    unique('single_sign_on_links_user').on(table.userId, table.issuer),
  ],
)

/** What a session here owes to one at the provider: which one to end there, and which to end when that ends. */
export const singleSignOnSessions = pgTable(
  'single_sign_on_sessions',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .unique('single_sign_on_sessions_session')
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Instead of a session, while the second step is open. */
    challengeId: text('challenge_id')
      .unique('single_sign_on_sessions_challenge')
      .references(() => oneTimeSecrets.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Of the session there, as the provider calls it. */
    providerSessionId: text('provider_session_id'),
    /** Tells the provider who signs out. One that cannot be opened any more is left out, so no key has to be kept for it. */
    idTokenSealed: text('id_token_sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('single_sign_on_sessions_subject').on(table.issuer, table.subject)],
)
