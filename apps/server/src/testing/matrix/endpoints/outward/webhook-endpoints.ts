import { insertDelivery, insertEndpoint } from '@quaff/features/webhooks/testing/webhook-factory'
import type { Services } from '@quaff/platform/server'
import { signedIn, strangers, type Endpoint } from '../../endpoint'

/** Webhooks are for administrators only. */
const expected = {
  ...strangers('UNAUTHORIZED'),
  ...signedIn('FORBIDDEN'),
  admin: 'ok',
} as const satisfies Endpoint['expected']

const endpointOf = async (services: Services) => ({ endpointId: (await insertEndpoint(services)).endpointId })
const versionOf = async (services: Services) => ({ ...(await endpointOf(services)), version: 1 })
const deliveryOf = async (services: Services) => ({ deliveryId: (await insertDelivery(services)).deliveryId })
const url = 'https://hooks.example.com/'

export const webhookEndpoints: Record<string, Endpoint> = {
  'webhooks.list': {
    async input(services) {
      await endpointOf(services)
      return {}
    },
    expected,
  },
  'webhooks.get': { input: endpointOf, expected },
  'webhooks.create': { input: () => ({ url }), expected },
  'webhooks.update': { input: async (services) => ({ ...(await versionOf(services)), url }), expected },
  'webhooks.setEnabled': { input: async (services) => ({ ...(await versionOf(services)), enabled: false }), expected },
  'webhooks.rotate': { input: async (services) => ({ ...(await versionOf(services)), oldUntil: null }), expected },
  'webhooks.remove': { input: versionOf, expected },
  'webhooks.sendTest': { input: endpointOf, expected },
  'webhooks.deliveries': {
    input: async (services) => ({ endpointId: (await insertDelivery(services)).endpointId }),
    expected,
  },
  'webhooks.delivery': { input: deliveryOf, expected },
  'webhooks.replay': { input: deliveryOf, expected },
  'webhooks.replayFailed': {
    input: async (services) => ({ ...(await endpointOf(services)), since: new Date(0) }),
    expected,
  },
}
