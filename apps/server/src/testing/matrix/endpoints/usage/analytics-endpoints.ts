import { merchantOf } from '../../actor-kinds'
import { perOwnership, strangers, type Endpoint } from '../../endpoint'

const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')

/** Reads one merchant. Without a merchant everyone receives their own data, which the verbs' tests cover. */
const ofMerchant = {
  hasId: true,
  input: (services, row) => {
    const today = services.clock.now().toISOString().slice(0, 10)
    return { merchantId: merchantOf[row], from: today, to: today }
  },
  expected: {
    ...strangers('UNAUTHORIZED'),
    customRole: 'FORBIDDEN',
    viewerOwn: ownOnly,
    viewerNone: nowhere,
    ownerOfOne: ownOnly,
    ownerOfTwo: ownOnly,
    admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
  },
} as const satisfies Endpoint

export const analyticsEndpoints = {
  'analytics.overview': ofMerchant,
  'analytics.heat': ofMerchant,
  'analytics.drinks': ofMerchant,
  'analytics.cohorts': { ...ofMerchant, input: (_, row) => ({ merchantId: merchantOf[row] }) },
} satisfies Record<string, Endpoint>
