import { eq } from 'drizzle-orm'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { chargeHolds, subscriptions } from '@quaff/features/subscriptions/tables'
import { inTransaction, type Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'
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
} as const satisfies Endpoint['expected']

/** A deleted merchant cannot have one. */
export async function insertSubscription(
  services: Services,
  row: Ownership,
  status: 'active' | 'canceled' = 'active',
): Promise<string> {
  if (row === 'missing' || row === 'deleted') return 'sub_missing'
  const id = services.ids.newId('sub')
  const at = services.clock.now()
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      { id, merchantId: merchantOf[row], status, amountMinor: 900, createdAt: at, updatedAt: at },
    ]),
  )
  return id
}

async function insertPlanOf(services: Services, row: Ownership): Promise<void> {
  if (row === 'own' || row === 'foreign') await insertPlan(services, { merchantId: merchantOf[row] })
}

/** Every figure of a merchant, whether it has any or not. */
const figures = {
  hasId: true,
  input: (_, row) => ({ merchantId: merchantOf[row] }),
  expected,
} as const satisfies Endpoint
const administrators = {
  ...strangers('UNAUTHORIZED'),
  ...signedIn('FORBIDDEN'),
  admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
} as const satisfies Endpoint['expected']

/** Ends with its period, which still runs. */
async function insertEnding(services: Services, row: Ownership, isScheduled: boolean) {
  const subscriptionId = await insertSubscription(services, row)
  await services.db
    .update(subscriptions)
    .set({
      currentPeriodEnd: new Date(services.clock.now().getTime() + 86_400_000),
      cancelAtPeriodEnd: isScheduled,
      canceledBy: isScheduled ? 'usr_admin' : null,
    })
    .where(eq(subscriptions.id, subscriptionId))
  return { subscriptionId }
}

/** The raw source and its fallback open to the same people, row for row. */
export const subscriptionsEndpoints = {
  'subscriptions.subscribersRaw': { hasId: true, input: (_, row) => ({ merchantId: merchantOf[row] }), expected },
  'subscriptions.recent': { hasId: true, input: (_, row) => ({ merchantId: merchantOf[row], limit: 200 }), expected },
  'subscriptions.list': {
    hasId: true,
    input: async (services, row) => {
      await insertSubscription(services, row)
      return { merchantId: merchantOf[row] }
    },
    expected,
  },
  'subscriptions.counts': { hasId: true, input: (_, row) => ({ merchantId: merchantOf[row] }), expected },
  'subscriptions.byPlan': {
    hasId: true,
    input: async (services, row) => {
      await insertPlanOf(services, row)
      return { merchantId: merchantOf[row] }
    },
    expected,
  },
  'subscriptions.get': {
    hasId: true,
    input: async (services, row) => ({ subscriptionId: await insertSubscription(services, row) }),
    expected,
  },
  'subscriptions.planStats': figures,
  'subscriptions.stats': figures,
  'subscriptions.growth': figures,
  'subscriptions.cancel': {
    hasId: true,
    input: async (services, row) => ({
      ...(await insertEnding(services, row, false)),
      when: 'period_end',
      reason: 'Asked by mail',
      expectedUpdatedAt: services.clock.now().toISOString(),
    }),
    expected: administrators,
  },
  'subscriptions.keep': {
    hasId: true,
    input: (services, row) => insertEnding(services, row, true),
    expected: administrators,
  },
  'subscriptions.decideOverlap': {
    hasId: true,
    input: async (services, row) => {
      const subscriptionId = await insertSubscription(services, row)
      const periodStart = services.clock.now()
      await services.db
        .insert(chargeHolds)
        .values({ subscriptionId, periodStart, reason: 'overlap', merchantId: merchantOf[row], createdAt: periodStart })
      return { subscriptionId, periodStart, pays: true }
    },
    expected: administrators,
  },
} satisfies Record<string, Endpoint>

/** Works for any user except deleted ones. */
const ofPerson = {
  hasId: true,
  input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
  expected: {
    ...strangers('UNAUTHORIZED'),
    ...signedIn('FORBIDDEN'),
    admin: perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND'),
  },
} as const satisfies Endpoint

export const customersEndpoints = {
  'subscriptions.ofUser': ofPerson,
  'redemptions.ofUser': ofPerson,
  'redemptions.explainCustomer': ofPerson,
} satisfies Record<string, Endpoint>

export const subscriptionsFileEndpoints = {
  'subscriptions-export': {
    hasId: true,
    input: (_, row) => ({ format: 'csv', filter: { merchantId: merchantOf[row] } }),
    expected,
  },
} satisfies Record<string, Endpoint>
