import { z } from 'zod'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, text } from '@quaff/platform/shared/fields/fields'
import { line, whole } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** What a key may do, by resource and action. Nothing else can be granted. */
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

/** `active` and `rotating` are let in; `rotating`: the secret before this one still works. */
export const keyStates = ['active', 'rotating', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
export const keyGroups = ['working', 'ended'] as const

export const keyLimits = {
  /** Begins every secret, so that people and scanners of code know it when they see it. */
  secretPrefix: 'qk_live_',
  signingPrefix: 'qs_live_',
  /** Random bytes of either. */
  secretBytes: 32,
  working: 100,
  merchants: 200,
  maxRequestsPerMinute: 6_000,
  defaultRequestsPerMinute: 600,
  /** How exact "last used" is. */
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
  /** Null: all merchants. One that is gone has no name. */
  merchants: z.array(z.object({ id: z.string(), name: z.string().nullable() })).nullable(),
  requestsPerMinute: z.int(),
  /** The first signs of the newest secret, by which people tell keys apart. */
  start: z.string(),
  state: z.enum(keyStates),
  /** Until when the secret before the newest one works. */
  oldSecretUntil: z.date().nullable(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  version: z.int(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** The only answer that holds secrets; they are not to be had again. */
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
/** `oldUntil`: until when the secret before works, 31 days from now at most; null: from now on only the new one does. */
export const rotateKeyInput = versioned.extend({ oldUntil: z.date().nullable() })
export type RotateKeyInput = z.infer<typeof rotateKeyInput>
export const revokeKeyInput = versioned
export type RevokeKeyInput = z.infer<typeof revokeKeyInput>

const get = route('GET', 'Keys')
const post = route('POST', 'Keys')

/** Administrators only; what changes something also asks for a sign-in within the last five minutes (G22). */
export const apiKeysContract = {
  /** Newest first. */
  list: get('/keys', 'Keys').input(listKeysInput).output(pageOf(apiKeySchema)),
  get: get('/keys/{keyId}', 'Get an API key').input(keyIdInput).output(apiKeySchema),
  /** Audit `create_api_key`. Refuses with KEY_LIMIT, KEY_EXPIRY, KEY_MERCHANTS and PEOPLE_SCOPE. */
  create: post('/keys', 'Create an API key').input(createKeyInput).output(shownKeySchema),
  /** A new pair of secrets. Audit `rotate_api_key`. Refuses with KEY_ENDED and KEY_OVERLAP. */
  rotate: post('/keys/{keyId}/rotate', 'Rotate an API key’s secrets').input(rotateKeyInput).output(shownKeySchema),
  /** No request that begins afterwards is let in. Audit `revoke_api_key`. */
  revoke: post('/keys/{keyId}/revoke', 'Revoke an API key').input(revokeKeyInput).output(apiKeySchema),
}
