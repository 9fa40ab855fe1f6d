import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantOf } from '../../actor-kinds'
import { perOwnership, strangers, type Endpoint } from '../../endpoint'
import { insertRedemption } from './redemptions-endpoints'

/** Admitted callers receive the whole week without customers: no matrix user has redemptions. */
const expectedOf = (answer: 'ok' | 'empty') => {
  const ownOnly = perOwnership(answer, 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
  return {
    ...strangers('UNAUTHORIZED'),
    customRole: 'FORBIDDEN',
    viewerOwn: ownOnly,
    viewerNone: perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
    ownerOfOne: ownOnly,
    ownerOfTwo: ownOnly,
    admin: perOwnership(answer, answer, 'NOT_FOUND', 'NOT_FOUND'),
  } as const satisfies Endpoint['expected']
}

const ofMerchant = {
  hasId: true,
  input: (_, row) => ({ merchantId: merchantOf[row] }),
  expected: expectedOf('empty'),
} as const satisfies Endpoint
const ofRange = {
  ...ofMerchant,
  input: async (services, row) => {
    await insertRedemption(services, row)
    return { merchantId: merchantOf[row], days: 30 }
  },
  expected: expectedOf('ok'),
} as const satisfies Endpoint
const ofPlans = {
  ...ofMerchant,
  input: async (services, row) => {
    if (row === 'own' || row === 'foreign') await insertPlan(services, { merchantId: merchantOf[row] })
    return { merchantId: merchantOf[row] }
  },
  expected: expectedOf('ok'),
} as const satisfies Endpoint

export const insightsEndpoints = {
  'redemptions.hourInsights': ofRange,
  'redemptions.locationInsights': ofRange,
  'redemptions.planInsights': ofPlans,
  'redemptions.idleSubscribers': ofMerchant,
  'redemptions.heavyUsers': ofMerchant,
} satisfies Record<string, Endpoint>
