import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { insertSignup } from '@quaff/features/signup/testing/signup-factory'
import type { Services } from '@quaff/platform/server'
import { rateLimits } from '@quaff/platform/server/tables'
import { contextAs } from '@quaff/platform/testing/test-context'
import { everybody, signedIn, strangers, type Endpoint } from '../../endpoint'
import { formOpenedBefore, newAddress } from '../../target-rows'

const administratorsOnly = { ...strangers('UNAUTHORIZED'), ...signedIn('FORBIDDEN'), admin: 'ok' } as const

async function proofFor(services: Services, purpose: 'merchant_signup' | 'merchant_convert') {
  const email = newAddress(services)
  return verifyEmail(contextAs(services, undefined, { network: email }), email, purpose)
}

export const signupEndpoints: Record<string, Endpoint> = {
  'signup.open': { input: () => undefined, expected: everybody('ok') },
  /** A session changes nothing: the email verification decides. */
  'signup.submit': {
    async input(services) {
      // All cases come from one network, which may apply five times an hour.
      await services.db.delete(rateLimits)
      return {
        requestKey: crypto.randomUUID(),
        startToken: formOpenedBefore(services, 'merchant-signup'),
        proof: await proofFor(services, 'merchant_signup'),
        contactName: 'Ana Paz',
        business: {
          name: 'Half Moon',
          businessType: 'coffee_shop',
          address: { line1: '1 High Street', city: 'Porto' },
          phone: '555-0100',
        },
        acceptsTerms: true,
      }
    },
    expected: everybody('ok'),
  },
  'signup.conversion': {
    input: async (services) => ({ proof: await proofFor(services, 'merchant_convert') }),
    expected: everybody('ok'),
  },
  'signup.list': {
    input: async (services) => ({ status: (await insertSignup(services)).status }),
    expected: administratorsOnly,
  },
  'signup.get': {
    input: async (services) => ({ signupId: (await insertSignup(services)).id }),
    expected: administratorsOnly,
  },
  /** A merchant without an application. */
  'signup.ofMerchant': { input: () => ({ merchantId: 'mer_1' }), expected: { ...administratorsOnly, admin: 'null' } },
  'signup.approve': {
    input: async (services) => ({ signupId: (await insertSignup(services)).id, version: 1 }),
    expected: administratorsOnly,
  },
  'signup.reject': {
    input: async (services) => ({ signupId: (await insertSignup(services)).id, version: 1, reason: 'Too far away' }),
    expected: administratorsOnly,
  },
}
