import { expect, it } from 'vitest'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { insertEndpoint } from '../testing/webhook-factory'
import { removeEndpoint, rotateEndpoint, setEndpointEnabled, updateEndpointOf } from './change-endpoint'
import { getEndpoint } from './read-endpoints'

it('anyone who has seen an older version of an endpoint changes nothing', async () => {
  const services = await createTestServices()
  const ctx = contextAs(services, await asAdmin(services))
  const { endpointId } = await insertEndpoint(services)
  const before = await getEndpoint(ctx, { endpointId })
  const seen = { endpointId, version: before.version - 1 }
  const wanted = { url: 'https://hooks.test/other', description: '', eventTypes: null, merchantIds: null }
  const attempts = await Promise.allSettled([
    updateEndpointOf(ctx, { ...wanted, ...seen }),
    setEndpointEnabled(ctx, { ...seen, enabled: false }),
    rotateEndpoint(ctx, { ...seen, oldUntil: null }),
    removeEndpoint(ctx, seen),
  ])
  expect(attempts).toMatchObject(attempts.map(() => ({ reason: { code: 'CONFLICT' } })))
  expect(await getEndpoint(ctx, { endpointId })).toEqual(before)
})
