import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../../actor-kinds'
import { perOwnership, strangers, type Endpoint } from '../../endpoint'
import { insertSubscription } from '../subscriptions-endpoints'

const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const lastWeek = (services: Services) => {
  const day = (daysAgo: number) =>
    new Date(services.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return { from: day(7), to: day(0) }
}

const ofMerchant = {
  hasId: true,
  input: async (services: Services, row: Ownership) => {
    await insertSubscription(services, row)
    return { merchantId: merchantOf[row], ...lastWeek(services) }
  },
  expected: {
    ...strangers('UNAUTHORIZED'),
    customRole: 'FORBIDDEN',
    viewerOwn: ownOnly,
    viewerNone: perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'),
    ownerOfOne: ownOnly,
    ownerOfTwo: ownOnly,
    admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
  },
} as const satisfies Endpoint

export const economicsEndpoints = {
  'analytics.planRevenue': ofMerchant,
  'analytics.churn': ofMerchant,
  'analytics.startDates': ofMerchant,
  'analytics.movement': ofMerchant,
  'analytics.bridge': ofMerchant,
  'analytics.bridgeRows': {
    ...ofMerchant,
    input: async (services, row) => ({ ...(await ofMerchant.input(services, row)), kind: 'new', currency: 'usd' }),
  },
  'analytics.cancellations': {
    ...ofMerchant,
    input: async (services, row) => {
      await insertSubscription(services, row, 'canceled')
      return { merchantId: merchantOf[row], ...lastWeek(services) }
    },
  },
  'analytics.topMerchants': {
    input: async (services) => {
      await insertSubscription(services, 'own')
      await insertSubscription(services, 'foreign')
      return lastWeek(services)
    },
    expected: {
      ...strangers('UNAUTHORIZED'),
      customRole: 'FORBIDDEN',
      viewerOwn: 'ok',
      viewerNone: 'empty',
      ownerOfOne: 'ok',
      ownerOfTwo: 'ok',
      admin: 'ok',
    },
  },
} satisfies Record<string, Endpoint>
