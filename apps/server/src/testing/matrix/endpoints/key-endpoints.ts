import { insertKey } from '@quaff/features/api-keys/testing/api-key-factory'
import type { Services } from '@quaff/platform/server'
import { signedIn, strangers, type Endpoint } from '../endpoint'

/** A key reaches further than any one merchant. */
const administratorsOnly = {
  ...strangers('UNAUTHORIZED'),
  ...signedIn('FORBIDDEN'),
  admin: 'ok',
} as const satisfies Endpoint['expected']

async function keyOf(services: Services) {
  const { keyId } = await insertKey(services)
  return { keyId, version: 1 }
}

export const keyEndpoints: Record<string, Endpoint> = {
  'apiKeys.list': {
    async input(services) {
      await keyOf(services)
      return {}
    },
    expected: administratorsOnly,
  },
  'sources.list': { input: () => undefined, expected: administratorsOnly },
  'apiKeys.get': {
    input: async (services) => ({ keyId: (await keyOf(services)).keyId }),
    expected: administratorsOnly,
  },
  'apiKeys.create': {
    input: () => ({ name: 'App server', scopes: ['redemptions:decide'], merchantIds: null }),
    expected: administratorsOnly,
  },
  'apiKeys.rotate': {
    input: async (services) => ({ ...(await keyOf(services)), oldUntil: null }),
    expected: administratorsOnly,
  },
  'apiKeys.revoke': { input: keyOf, expected: administratorsOnly },
}
