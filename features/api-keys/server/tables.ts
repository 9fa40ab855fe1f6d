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
    /** Exact to one minute. */
    lastUsedAt: instant('last_used_at'),
    version: integer().notNull().default(1),
  },
  (table) => [index('api_keys_created').on(table.createdAt.desc(), table.id.desc())],
)

/** The pair of secrets of a key; two pairs while a rotation overlaps. Without the field key neither secret can be read. */
export const apiKeySecrets = pgTable(
  'api_key_secrets',
  {
    /** The first characters of the secret with its prefix, used to find the row. */
    start: text().primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKeys.id, 'cascade'),
    /** SHA-256: a random secret needs no slow hash. */
    secretHash: text('secret_hash').notNull(),
    signingEncrypted: text('signing_encrypted').notNull(),
    /** The ID of the field key, not of an API key. */
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: valid as long as the key. */
    validUntil: instant('valid_until'),
  },
  (table) => [
    index('api_key_secrets_key').on(table.apiKeyId),
    index('api_key_secrets_sealed').on(table.keyId, table.start),
  ],
)
