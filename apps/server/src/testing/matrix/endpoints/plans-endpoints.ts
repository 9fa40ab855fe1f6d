import { eq } from 'drizzle-orm'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const owners = { ownerOfOne: ownOnly, ownerOfTwo: ownOnly }
const readers = {
  ...signedOut,
  customRole: 'FORBIDDEN',
  viewerOwn: ownOnly,
  viewerNone: nowhere,
  ...owners,
  admin: wherever,
} as const
const editors = {
  ...signedOut,
  customRole: 'FORBIDDEN',
  viewerOwn: 'FORBIDDEN',
  viewerNone: 'FORBIDDEN',
  ...owners,
  admin: wherever,
} as const
/** A plan of that merchant; a missing or deleted one has none, so any id will do. */
async function planOf(services: Services, row: Ownership) {
  const merchantId = merchantOf[row]
  if (row === 'missing' || row === 'deleted') return { merchantId, planId: 'pln_missing' }
  // The limit of a merchant is not what is tried here.
  await services.db.delete(subscriptionPlans).where(eq(subscriptionPlans.merchantId, merchantId))
  const { id } = await insertPlan(services, { merchantId })
  return { merchantId, planId: id }
}

const versioned = async (services: Services, row: Ownership) => ({ ...(await planOf(services, row)), version: 1 })
const endpoint = (input: Endpoint['input'], expected: Endpoint['expected']): Endpoint => ({
  hasId: true,
  input,
  expected,
})

export const plansEndpoints = {
  'plans.find': {
    async input(services, row) {
      await planOf(services, row)
      return { q: 'daily' }
    },
    expected: { ...signedOut, ...signedIn('ok'), customRole: 'FORBIDDEN', viewerNone: 'empty' },
  },
  'plans.list': endpoint(async (services, row) => ({ merchantId: (await planOf(services, row)).merchantId }), readers),
  'plans.get': endpoint(async (services, row) => ({ planId: (await planOf(services, row)).planId }), readers),
  'plans.getOfMerchant': endpoint(planOf, readers),
  'plans.create': endpoint(async (services, row) => {
    const { merchantId } = await planOf(services, row)
    return { merchantId, plan: { name: 'Daily Cup' } }
  }, editors),
  'plans.update': endpoint(
    async (services, row) => ({ ...(await versioned(services, row)), changes: { name: 'Renamed' } }),
    editors,
  ),
  'plans.duplicate': endpoint(planOf, editors),
  'plans.setActive': endpoint(
    async (services, row) => ({ ...(await versioned(services, row)), active: false }),
    editors,
  ),
  'plans.remove': endpoint(versioned, editors),
  'plans.subscribers': endpoint(planOf, readers),
  'plans.impact': endpoint(async (services, row) => ({ ...(await planOf(services, row)), prices: [] }), editors),
} satisfies Record<string, Endpoint>
