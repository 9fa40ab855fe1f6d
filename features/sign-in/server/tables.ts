import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { idOf, instant } from '@quaff/platform/server/tables'

export const linkPurposes = ['sign_in', 'invitation', 'password_reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** Single use: consumed by one conditional update in the transaction of its effect (G19). */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    id: text().primaryKey(),
    tokenHash: text('token_hash').notNull().unique('sign_in_links_token_hash'),
    userId: idOf('user_id', () => users.id, 'cascade'),
    /** The address the link was mailed to; it no longer opens once the account has another. */
    email: text().notNull(),
    purpose: text().$type<LinkPurpose>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The page behind the link was seen by a person who asked for it: a step of the invitation's timeline. */
    openedAt: instant('opened_at'),
    usedAt: instant('used_at'),
  },
  (table) => [index('sign_in_links_user').on(table.userId, table.purpose)],
)

export const codePurposes = [
  'activation',
  'reauthentication',
  'second_step_password',
  'second_step_link',
  'second_step_single_sign_on',
] as const
export type CodePurpose = (typeof codePurposes)[number]

/**
 * Mailed six-digit codes: five tries, ten minutes (G18). And sign-ins that wait for the second factor: their id is
 * the hash of the challenge, their code hash names the account as it was.
 */
export const emailCodes = pgTable(
  'email_codes',
  {
    id: text().primaryKey(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    purpose: text().$type<CodePurpose>().notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('email_codes_user').on(table.userId, table.purpose, table.createdAt.desc())],
)

/** A new address of an account, proved by a code mailed to it before it counts. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: text().primaryKey(),
    userId: idOf('user_id', () => users.id, 'cascade'),
    newEmail: text('new_email').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('email_changes_user').on(table.userId, table.createdAt.desc())],
)

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
 * What an authenticator is to sign, once. The id is a keyed hash of the challenge with what it is for and in which session,
 * where there is one: neither is readable, and no other fits.
 */
export const passkeyChallenges = pgTable('passkey_challenges', {
  id: text().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
