import { beforeEach, expect, it } from 'vitest'
import type { Context } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { webhookLimits } from '../contract'
import { insertDelivery, insertEndpoint } from '../testing/webhook-factory'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './change-endpoint'
import { createEndpoint } from './create-endpoint'
import { getDelivery } from './read-deliveries'
import { getEndpoint } from './read-endpoints'
import { replayDelivery, sendTest } from './replay'
import { webhookDeliveries } from './tables'

let services: TestServices
let ctx: Context
beforeEach(async () => {
  services = await createTestServices()
  ctx = contextAs(services, await asAdmin(services))
})

const wanted = { url: 'https://hooks.test/', description: '', eventTypes: null, merchantIds: null }
const refusedAs = (call: Promise<unknown>, reason: string) => expect(call).rejects.toMatchObject({ reason })
const later = (ms: number) => new Date(services.clock.now().getTime() + ms)

it('refuses a deleted endpoint or delivery', async () => {
  const gone = { endpointId: 'whe_gone', version: 1 }
  await refusedAs(getEndpoint(ctx, gone), 'ENDPOINT')
  await refusedAs(removeEndpoint(ctx, gone), 'ENDPOINT')
  await refusedAs(sendTest(ctx, gone), 'ENDPOINT')
  await refusedAs(getDelivery(ctx, { deliveryId: 'whd_gone' }), 'DELIVERY')
  await refusedAs(replayDelivery(ctx, { deliveryId: 'whd_gone' }), 'DELIVERY')
})

it('refuses more endpoints than the limit', async () => {
  for (let count = 0; count < webhookLimits.endpoints; count++) await insertEndpoint(services)
  await refusedAs(createEndpoint(ctx, wanted), 'ENDPOINT_LIMIT')
})

it.each(['http://hooks.test/', 'https://127.0.0.1/', 'https://10.0.0.1/', 'https://hooks.test:22/'])(
  'refuses the address %s, new and changed',
  async (url) => {
    await refusedAs(createEndpoint(ctx, { ...wanted, url }), 'ENDPOINT_ADDRESS')
    const { endpointId } = await insertEndpoint(services)
    await refusedAs(updateEndpointOf(ctx, { ...wanted, url, endpointId, version: 1 }), 'ENDPOINT_ADDRESS')
  },
)

it('refuses an unknown merchant', async () => {
  await refusedAs(createEndpoint(ctx, { ...wanted, merchantIds: ['mer_gone'] }), 'ENDPOINT_MERCHANTS')
})

it('refuses an overlap that has ended, and one of more than 31 days', async () => {
  const { endpointId } = await insertEndpoint(services)
  for (const ms of [0, 31 * 86_400_000 + 1])
    await refusedAs(rotateEndpoint(ctx, { endpointId, version: 1, oldUntil: later(ms) }), 'ENDPOINT_OVERLAP')
})

it('refuses to send to a disabled endpoint, and a delivery that is being sent', async () => {
  const { endpointId, deliveryId } = await insertDelivery(services)
  await services.db.update(webhookDeliveries).set({ lockedUntil: later(1_000) })
  await refusedAs(replayDelivery(ctx, { deliveryId }), 'DELIVERY_SENDING')
  await setEndpointEnabled(ctx, { endpointId, version: 1, enabled: false })
  await refusedAs(replayDelivery(ctx, { deliveryId }), 'ENDPOINT_DISABLED')
  await refusedAs(sendTest(ctx, { endpointId }), 'ENDPOINT_DISABLED')
})
