import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
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
