import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { KeyScope } from '../contract'

export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    scopes: jsonb().$type<KeyScope[]>().notNull(),
    /** Null: all merchants. */
    merchantIds: jsonb('merchant_ids').$type<string[]>(),
    requestsPerMinute: integer('requests_per_minute').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
    revokedBy: text('revoked_by'),
    /** To the minute. */
    lastUsedAt: instant('last_used_at'),
    version: integer().notNull().default(1),
  },
  (table) => [index('api_keys_created').on(table.createdAt.desc(), table.id.desc())],
)

/** What a caller holds: one pair at a time, two while a rotation overlaps. Neither half can be read from here without the field key. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    /** The first signs of the secret, prefix included: by them it is found. */
    start: text().primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKeys.id, 'cascade'),
    /** SHA-256: the secret is random, so nothing slower is needed. */
    secretHash: text('secret_hash').notNull(),
    signingEncrypted: text('signing_encrypted').notNull(),
    /** Of the field key, which is no key of this table. */
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: as long as the key. */
    validUntil: instant('valid_until'),
  },
  (table) => [
    index('api_key_secrets_key').on(table.apiKeyId),
    index('api_key_secrets_sealed').on(table.keyId, table.start),
  ],
)
