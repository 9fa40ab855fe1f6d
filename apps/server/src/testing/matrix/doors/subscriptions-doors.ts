import { merchantOf } from '../actor-kinds'
import { perOwnership, strangers, type Door } from '../door'

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const expected = {
  ...strangers('UNAUTHORIZED'),
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Door['expected']

/** The raw source and its fallback open to the same people, row for row. */
export const subscriptionsDoors = {
  'subscriptions.subscribersRaw': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected,
  },
  'subscriptions.recent': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], limit: 200 }),
    expected,
  },
} satisfies Record<string, Door>
