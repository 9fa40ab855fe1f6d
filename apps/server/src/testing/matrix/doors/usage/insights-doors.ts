import { merchantOf } from '../../actor-kinds'
import { perOwnership, strangers, type Door } from '../../door'

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const expected = {
  ...strangers('UNAUTHORIZED'),
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Door['expected']

const ofMerchant = {
  hasId: true,
  input: (_, row) => ({ merchantId: merchantOf[row] }),
  expected,
} as const satisfies Door
const ofRange = {
  ...ofMerchant,
  input: (_, row) => ({ merchantId: merchantOf[row], days: 30 }),
} as const satisfies Door

export const insightsDoors = {
  'redemptions.hourInsights': ofRange,
  'redemptions.locationInsights': ofRange,
  'redemptions.planInsights': ofMerchant,
  'redemptions.idleSubscribers': ofMerchant,
  'redemptions.heavyUsers': ofMerchant,
} satisfies Record<string, Door>
