import { insertUser } from '@quaff/features/users/testing/user-factory'
import type { Services } from '@quaff/platform/server'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'
import { merchantIn } from './merchants-endpoints'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const editors = { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever }
const readers = { ...editors, viewerOwn: ownOnly, viewerNone: nowhere }

const waiting = { status: 'pending_review', applicationStatus: 'submitted' }
const address = { line1: '1 High Street', city: 'Springfield' }

/** A draft belongs to an application, which needs an owner. */
const owned = async (services: Services) => ({ ownerId: (await insertUser(services, { role: 'merchant_owner' })).id })

/** The last one leaves the merchants active, as the endpoints of others expect them. */
export const onboardingEndpoints: Record<string, Endpoint> = {
  'onboarding.state': {
    hasId: true,
    input: async (services, row) => ({ merchantId: (await merchantIn(services, row, {})).merchantId }),
    expected: readers,
  },
  'onboarding.open': {
    input: async () => ({ name: 'By the matrix', requestKey: crypto.randomUUID() }),
    expected: { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: 'ok', ownerOfTwo: 'ok' },
  },
  'onboarding.saveDraft': {
    hasId: true,
    input: async (services, row) => ({
      merchantId: (await merchantIn(services, row, await owned(services))).merchantId,
      step: 'business',
      values: { name: 'Half ty' },
    }),
    expected: editors,
  },
  'onboarding.saveBusiness': {
    hasId: true,
    input: async (services, row) => ({
      ...(await merchantIn(services, row, {})),
      business: { name: 'By the matrix', contactEmail: 'hello@matrix.test', address },
    }),
    expected: editors,
  },
  'onboarding.useBusinessAddress': {
    hasId: true,
    input: async (services, row) => ({ merchantId: (await merchantIn(services, row, { address })).merchantId }),
    expected: editors,
  },
  'onboarding.requestApproval': {
    hasId: true,
    input: async (services, row) => ({ merchantId: (await merchantIn(services, row, waiting)).merchantId }),
    expected: editors,
  },
  'onboarding.saveSettings': {
    hasId: true,
    input: async (services, row) => ({
      ...(await merchantIn(services, row, {})),
      settings: { allowMultipleLocations: true, requireLocationCheck: false },
    }),
    expected: editors,
  },
}
