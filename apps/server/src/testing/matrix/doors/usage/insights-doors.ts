import { merchantOf } from '../../actor-kinds'
import { perOwnership, strangers, type Door } from '../../door'

/** Who gets in finds the whole week, and no location, plan or person: the merchants of the matrix have none. */
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
  input: (_, row) => ({ merchantId: merchantOf[row], days: 30 }),
} as const satisfies Door

export const insightsDoors = {
  'redemptions.hourInsights': { ...ofRange, expected: expectedOf('ok') },
  'redemptions.locationInsights': ofRange,
  'redemptions.planInsights': ofMerchant,
  'redemptions.idleSubscribers': ofMerchant,
  'redemptions.heavyUsers': ofMerchant,
} satisfies Record<string, Door>
