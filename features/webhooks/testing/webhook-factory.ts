import type { Services } from '@quaff/platform/server'
import { webhookListeners } from '@quaff/platform/server/tables'
import type { Delivery, Endpoint } from '../contract'
import { insertSecret } from '../server/secret-store'
import { webhookDeliveries, webhookEndpoints } from '../server/tables'
import { newSecret, sealSecret } from '../server/webhook-secrets'

/** An endpoint with all events unless `facts` differ. */
export async function insertEndpoint(services: Services, details: Partial<typeof webhookEndpoints.$inferInsert> = {}) {
  const endpointId = services.ids.newId('whe')
  const secret = newSecret()
  const createdAt = services.clock.now()
  await services.db.transaction(async (tx) => {
    await tx
      .insert(webhookEndpoints)
      .values({ id: endpointId, url: 'https://hooks.test/', description: '', isEnabled: true, createdAt, ...details })
    if (details.isEnabled !== false) await tx.insert(webhookListeners).values({ id: endpointId })
    await insertSecret(tx, sealSecret(services, secret), { endpointId, createdAt })
  })
  return { endpointId, secret }
}

/** A failed delivery with its own endpoint. */
export async function insertDelivery(services: Services) {
  const { endpointId } = await insertEndpoint(services)
  const id = services.ids.newId('whd')
  const now = services.clock.now()
  const event = { messageId: services.ids.newId('evt'), eventType: 'plan.updated', subjectId: 'pln_1', occurredAt: now }
  await services.db.insert(webhookDeliveries).values({ id, endpointId, ...event, status: 'failed', createdAt: now })
  return { endpointId, deliveryId: id }
}

export const buildEndpoint = (details: Partial<Endpoint> = {}): Endpoint => ({
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
  ...details,
})

/** A delivery that its endpoint has refused eight times, unless `facts` differ. */
export const buildDelivery = (details: Partial<Delivery> = {}): Delivery => ({
  id: 'whd_1',
  endpointId: 'whe_1',
  eventType: 'plan.updated',
  occurredAt: new Date('2026-03-01T12:00:00Z'),
  status: 'failed',
  attempts: 8,
  lastAttemptAt: new Date('2026-03-02T16:00:00Z'),
  nextAttemptAt: null,
  responseStatus: 503,
  fault: 'STATUS',
  durationMs: 42,
  body: '{"type":"plan.updated","data":{"id":"pln_1","merchantId":"mer_1"}}',
  headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1772467200' },
  responseText: 'Down for maintenance',
  ...details,
})
