import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantOf } from '../../actor-kinds'
import { perOwnership, strangers, type Door } from '../../door'
import { insertRedemption } from './redemptions-doors'

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
  } as const satisfies Door['expected']
}

const ofMerchant = {
  hasId: true,
  input: (_, row) => ({ merchantId: merchantOf[row] }),
  expected: expectedOf('empty'),
} as const satisfies Door
const ofRange = {
  ...ofMerchant,
  input: async (services, row) => {
    await insertRedemption(services, row)
    return { merchantId: merchantOf[row], days: 30 }
  },
  expected: expectedOf('ok'),
} as const satisfies Door
const ofPlans = {
  ...ofMerchant,
  input: async (services, row) => {
    if (row === 'own' || row === 'foreign') await insertPlan(services, { merchantId: merchantOf[row] })
    return { merchantId: merchantOf[row] }
  },
  expected: expectedOf('ok'),
} as const satisfies Door

export const insightsDoors = {
  'redemptions.hourInsights': ofRange,
  'redemptions.locationInsights': ofRange,
  'redemptions.planInsights': ofPlans,
  'redemptions.idleSubscribers': ofMerchant,
  'redemptions.heavyUsers': ofMerchant,
} satisfies Record<string, Door>
