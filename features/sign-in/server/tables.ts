import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/** Authenticator app of a person; counts once it is confirmed. Recovery codes are kept as keyed hashes and go when used. */
export const secondFactors = pgTable('second_factors', {
  userId: idOf('user_id', () => users.id, 'cascade').primaryKey(),
  secretEncrypted: text('secret_encrypted').notNull(),
  keyId: text('key_id').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The last time step that was used: a code opens one door only. */
  lastUsedStep: integer('last_used_step'),
  recoveryHashes: text('recovery_hashes').array().notNull().default([]),
  createdAt: instant('created_at').notNull(),
})

/** Of a person who signs in without a password: the public half of a key, the other half never leaves its keeper. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    /** By which the browser names it. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_id'),
    publicKey: text('public_key').notNull(),
    /** How often it has signed, as its keeper counts; 0 where that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    isSynced: boolean('is_synced').notNull(),
    name: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Its counter has gone back: there are two of it, and neither is let in any more. */
    stoppedAt: instant('stopped_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
)

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
