import type { Endpoint } from '../contract'

export const buildEndpoint = (facts: Partial<Endpoint> = {}): Endpoint => ({
  id: 'whe_1',
  url: 'https://hooks.test/',
  description: '',
  eventTypes: null,
  merchants: null,
  state: 'delivering',
  disabledReason: null,
  oldSecretUntil: null,
  createdAt: new Date('2026-03-01T12:00:00Z'),
  lastSuccessAt: null,
  failingSince: null,
  waiting: 0,
  failed: 0,
  version: 1,
  ...facts,
})
