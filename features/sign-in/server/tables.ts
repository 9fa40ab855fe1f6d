import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { sessions } from '@quaff/features/sessions/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

/**
 * Authenticator app of a person, effective once confirmed. Recovery codes are stored as keyed hashes and deleted when
 * used.
 */
export const secondFactors = pgTable('second_factors', {
  userId: idOf('user_id', () => users.id, 'cascade').primaryKey(),
  secretEncrypted: text('secret_encrypted').notNull(),
  keyId: text('key_id').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The last time step that was used: a code opens one endpoint only. */
  lastUsedStep: integer('last_used_step'),
  recoveryHashes: text('recovery_hashes').array().notNull().default([]),
  createdAt: instant('created_at').notNull(),
})

/** Public key of a passkey; the private key stays with its authenticator. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    /** The browser's id of it. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential_id'),
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature count; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    isSynced: boolean('is_synced').notNull(),
    name: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Set if the counter went back: there are two copies, and neither is accepted. */
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
    /** Copied to the account that accepting creates. */
    displayName: text('display_name'),
    phoneNumber: text('phone_number'),
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

/** Links accounts with users of an identity provider, one to one. */
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

/** Links sessions here with those of the provider, so that ending one can end the other. */
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
    /** The provider's session id. */
    providerSessionId: text('provider_session_id'),
    /** ID token for signing out at the provider. An unreadable one is skipped, so old keys can be deleted. */
    idTokenSealed: text('id_token_sealed').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('single_sign_on_sessions_subject').on(table.issuer, table.subject)],
)
