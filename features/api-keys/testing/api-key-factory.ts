import { createHmac } from 'node:crypto'
import type { Services } from '@quaff/platform/server'
import { type ApiKey, keyLimits, keyScopes } from '../contract'
import { makeSecrets } from '../server/new-secrets'
import { apiKeys, apiKeySecrets } from '../server/tables'

export type TestKey = { keyId: string; secret: string; signingSecret: string }

/** A key that may do everything at every merchant, unless `facts` say otherwise. */
export async function insertKey(
  services: Services,
  details: Partial<typeof apiKeys.$inferInsert> = {},
): Promise<TestKey> {
  const createdAt = services.clock.now()
  const keyId = services.ids.newId('key')
  const { shown, stored } = makeSecrets(services.fieldCipher)
  await services.db
    .insert(apiKeys)
    .values({
      id: keyId,
      name: 'App server',
      scopes: [...keyScopes],
      merchantIds: null,
      requestsPerMinute: keyLimits.maxRequestsPerMinute,
      createdAt,
      ...details,
    })
  await services.db.insert(apiKeySecrets).values({ apiKeyId: keyId, createdAt, ...stored })
  return { keyId, ...shown }
}

/** Computes it like a client in another language. */
export function signatureOf({ signingSecret }: Pick<TestKey, 'signingSecret'>, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const hex = createHmac('sha256', signingSecret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hex}`
}

export const buildKey = (details: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  name: 'App server',
  scopes: ['ingest:redemptions', 'redemptions:decide'],
  merchants: null,
  requestsPerMinute: 600,
  start: 'qk_live_AbCdEfGh',
  state: 'active',
  oldSecretUntil: null,
  createdAt: new Date('2026-03-01T12:00:00Z'),
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  version: 1,
  ...details,
})
