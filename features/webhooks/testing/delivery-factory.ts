import type { Delivery } from '../contract'

/** One that its endpoint refused eight times, unless `facts` say otherwise. */
export const buildDelivery = (facts: Partial<Delivery> = {}): Delivery => ({
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
  ...facts,
})
