import type { Services } from '@quaff/platform/server/context'
import { outwardListeners } from '@quaff/platform/server/tables'
import { insertSecret } from '../server/secret-store'
import { webhookDeliveries, webhookEndpoints } from '../server/tables'
import { newSecret, sealSecret } from '../server/webhook-secrets'

/** An endpoint that is told everything, unless `facts` say otherwise. */
export async function insertEndpoint(services: Services, facts: Partial<typeof webhookEndpoints.$inferInsert> = {}) {
  const endpointId = services.ids.newId('whe')
  const secret = newSecret()
  const createdAt = services.clock.now()
  await services.db.transaction(async (tx) => {
    await tx
      .insert(webhookEndpoints)
      .values({ id: endpointId, url: 'https://hooks.test/', description: '', isEnabled: true, createdAt, ...facts })
    if (facts.isEnabled !== false) await tx.insert(outwardListeners).values({ id: endpointId })
    await insertSecret(tx, sealSecret(services, secret), { endpointId, createdAt })
  })
  return { endpointId, secret }
}

/** One that has failed, of an endpoint of its own. */
export async function insertDelivery(services: Services) {
  const { endpointId } = await insertEndpoint(services)
  const id = services.ids.newId('whd')
  const now = services.clock.now()
  const event = { messageId: services.ids.newId('evt'), eventType: 'plan.updated', subjectId: 'pln_1', occurredAt: now }
  await services.db.insert(webhookDeliveries).values({ id, endpointId, ...event, status: 'failed', createdAt: now })
  return { endpointId, deliveryId: id }
}
