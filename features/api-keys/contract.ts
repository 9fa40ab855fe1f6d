import { z } from 'zod'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, text } from '@quaff/platform/shared/fields/fields'
import { line, whole } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const keyScopes = [
  'ingest:users',
  'ingest:subscriptions',
  'ingest:redemptions',
  'ingest:refunds',
  'redemptions:decide',
  'read:merchants',
  'read:locations',
  'read:plans',
  'read:promotions',
  'read:subscriptions',
  'read:redemptions',
  'read:payouts',
  'read:refunds',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** `active` and `rotating` keys work; `rotating`: the previous secret still works too. */
export const keyStates = ['active', 'rotating', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
export const keyGroups = ['working', 'ended'] as const

export const keyLimits = {
  /** The start of every secret, so that people and secret scanners recognize it. */
  secretPrefix: 'qk_live_',
  signingPrefix: 'qs_live_',
  secretBytes: 32,
  working: 100,
  merchants: 200,
  maxRequestsPerMinute: 6_000,
  defaultRequestsPerMinute: 600,
  /** Precision of "last used". */
  lastUsedMs: 60_000,
} as const

export const keyFields = {
  name: labelled('Name', line({ missing: 'Enter a name' }), { hint: 'For example, “App server”' }),
  requestsPerMinute: labelled(
    'Requests per minute',
    whole(
      1,
      keyLimits.maxRequestsPerMinute,
      `Enter a whole number from 1 to ${keyLimits.maxRequestsPerMinute}`,
      'Enter the requests per minute',
    ),
  ),
}

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Null: all merchants. A deleted merchant has no name. */
  merchants: z.array(z.object({ id: z.string(), name: z.string().nullable() })).nullable(),
  requestsPerMinute: z.int(),
  /** Start of the newest secret, which identifies the key to people. */
  start: z.string(),
  state: z.enum(keyStates),
  /** The previous secret works until then. */
  oldSecretUntil: z.date().nullable(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  version: z.int(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** The only response that contains the secrets. */
export const shownKeySchema = apiKeySchema.extend({ secret: z.string(), signingSecret: z.string() })
export type ShownKey = z.infer<typeof shownKeySchema>

export const keyFilters = { keys: oneOf(keyGroups), q: text(pageLimits.maxSearchLength) }
export const keyFilter = z.strictObject(schemasOf(keyFilters))
export type KeyFilter = z.infer<typeof keyFilter>
export const listKeysInput = keyFilter.extend(pageInput.shape)
export type ListKeysInput = z.infer<typeof listKeysInput>

export const keyIdInput = z.strictObject({ keyId: idSchema })
export type KeyIdInput = z.infer<typeof keyIdInput>

export const createKeyInput = z.strictObject({
  name: formSchema(keyFields.name),
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
  /** Null: all merchants. */
  merchantIds: z.array(idSchema).min(1).max(keyLimits.merchants).nullable(),
  requestsPerMinute: formSchema(keyFields.requestsPerMinute).default(keyLimits.defaultRequestsPerMinute),
  expiresAt: z.date().nullable().default(null),
})
export type CreateKeyInput = z.infer<typeof createKeyInput>

const versioned = keyIdInput.extend({ version: z.int().min(1) })
/** `oldUntil`: the old secret works until then, at most 31 days; null: it stops now. */
export const rotateKeyInput = versioned.extend({ oldUntil: z.date().nullable() })
export type RotateKeyInput = z.infer<typeof rotateKeyInput>
export const revokeKeyInput = versioned
export type RevokeKeyInput = z.infer<typeof revokeKeyInput>

const get = route('GET', 'Keys')
const post = route('POST', 'Keys')

/** Administrators only. Writes also need a sign-in within the last five minutes (G22). */
export const apiKeysContract = {
  /** Newest first. */
  list: get('/keys', 'Keys').input(listKeysInput).output(pageOf(apiKeySchema)),
  get: get('/keys/{keyId}', 'Get an API key').input(keyIdInput).output(apiKeySchema),
  /** Audit `create_api_key`. Refuses with KEY_LIMIT, KEY_EXPIRY, KEY_MERCHANTS and PEOPLE_SCOPE. */
  create: post('/keys', 'Create an API key').input(createKeyInput).output(shownKeySchema),
  /** A new pair of secrets. Audit `rotate_api_key`. Refuses with KEY_ENDED and KEY_OVERLAP. */
  rotate: post('/keys/{keyId}/rotate', 'Rotate an API key’s secrets').input(rotateKeyInput).output(shownKeySchema),
  /** Later requests with this key are refused. Audit `revoke_api_key`. */
  revoke: post('/keys/{keyId}/revoke', 'Revoke an API key').input(revokeKeyInput).output(apiKeySchema),
}
