import { merchantOf } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Door } from '../door'
import { insertColleague } from '../target-rows'

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

/** Of any person at all, but of nobody who is gone. */
const ofPerson = {
  hasId: true,
  input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
  expected: {
    ...strangers('UNAUTHORIZED'),
    ...signedIn('FORBIDDEN'),
    admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
  },
} as const satisfies Door

export const customersDoors = {
  'subscriptions.ofUser': ofPerson,
  'redemptions.ofUser': ofPerson,
  'redemptions.explainCustomer': ofPerson,
} satisfies Record<string, Door>
