import type { ApiKey } from '../contract'

export const buildKey = (facts: Partial<ApiKey> = {}): ApiKey => ({
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
  ...facts,
})
