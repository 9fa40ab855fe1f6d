import { eq } from 'drizzle-orm'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, strangers, type Endpoint } from '../../endpoint'
import { insertSubscription } from '../subscriptions-endpoints'

/** A drink of this moment at the merchant of that ownership; none at one that never was. */
export async function insertRedemption(services: Services, row: Ownership) {
  const redemption = { id: services.ids.newId('red'), merchantId: merchantOf[row], redeemedAt: services.clock.now() }
  if (row !== 'missing') await inTransaction(services, (tx) => writeRedemptions(services, tx, [redemption]))
  return { redemptionId: redemption.id, redeemedAt: redemption.redeemedAt }
}

/** The pass of a person who visits that merchant. */
async function insertCustomer(services: Services, row: Ownership): Promise<string> {
  const subscriptionId = await insertSubscription(services, row)
  const { id: userId } = await insertUser(services, { displayName: 'Tess Fontaine' })
  await services.db.update(subscriptions).set({ userId }).where(eq(subscriptions.id, subscriptionId))
  return subscriptionId
}

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const readers = {
  ...strangers('UNAUTHORIZED'),
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ownerOfOne: ownOnly,
  ownerOfTwo: ownOnly,
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Endpoint['expected']

const changers = { ...readers, viewerOwn: 'FORBIDDEN', viewerNone: 'FORBIDDEN' } as const

const ofMerchant = {
  hasId: true,
  input: async (services, row) => {
    await insertRedemption(services, row)
    return { merchantId: merchantOf[row] }
  },
  expected: readers,
} as const satisfies Endpoint

export const redemptionsEndpoints = {
  'redemptions.live': ofMerchant,
  'redemptions.today': ofMerchant,
  'redemptions.list': ofMerchant,
  'redemptions.options': ofMerchant,
  'redemptions.counts': ofMerchant,
  'redemptions.get': {
    hasId: true,
    input: async (services, row) => ({ merchantId: merchantOf[row], ...(await insertRedemption(services, row)) }),
    expected: readers,
  },
  'redemptions.findCustomers': {
    hasId: true,
    input: async (services, row) => ({ merchantId: merchantOf[row], code: await insertCustomer(services, row) }),
    expected: readers,
  },
  'redemptions.getCustomer': {
    hasId: true,
    input: async (services, row) => ({
      merchantId: merchantOf[row],
      subscriptionId: await insertCustomer(services, row),
    }),
    expected: readers,
  },
  'redemptions.void': {
    hasId: true,
    input: async (services, row) => ({ ...(await insertRedemption(services, row)), reason: 'Scanned twice' }),
    expected: changers,
  },
  'redemptions.keep': {
    hasId: true,
    input: async (services, row) => ({ ...(await insertRedemption(services, row)), isKept: true }),
    expected: changers,
  },
} satisfies Record<string, Endpoint>

export const redemptionsFileEndpoints = {
  'redemptions-export': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], format: 'csv' }),
    expected: readers,
  },
} satisfies Record<string, Endpoint>
