import type { IdentityProvider, ProvenIdentity, Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import { singleSignOnLinks } from '../server/tables'
import { beginSingleSignOn } from '../single-sign-on/server/begin-single-sign-on'

/** A provider that returns one identity; the protocol has its own tests. */
export function vouchingProvider(
  person: Partial<ProvenIdentity> = {},
  requiredFor: readonly string[] = [],
): IdentityProvider {
  const issuer = 'https://id.example.com/'
  const identity = { issuer, subject: 'sub-1', sessionId: null, verifiedEmail: null, idToken: 'eyJ', ...person }
  return {
    name: 'Copperleaf',
    issuer,
    requiredFor,
    startSignIn: async (_, { state }) => ({ url: `${issuer}?state=${state}` }),
    finishSignIn: async () => ({ identity }),
    findSignOutUrl: async () => `${issuer}end`,
    readLogout: async () => ({ ended: { subject: identity.subject } }),
  }
}

/** A sign-in at the provider: its browser and the callback's query. */
export async function insertAttempt(services: Services, provider: IdentityProvider) {
  const browser = services.secrets.newToken()
  const ctx = contextAs(services, undefined, { browser, network: `network-${browser}` })
  const address = await beginSingleSignOn(ctx, provider, { from: undefined })
  return { browser, query: new URL(address).searchParams }
}

export async function insertSingleSignOnLink(services: Services, userId: string, subject = userId): Promise<void> {
  const now = services.clock.now()
  const { issuer } = vouchingProvider()
  await services.db.insert(singleSignOnLinks).values({ issuer, subject, userId, linkedAt: now, lastUsedAt: now })
}
