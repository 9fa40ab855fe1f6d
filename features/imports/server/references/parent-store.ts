import { inArray } from 'drizzle-orm'
import { findPeopleVersions } from '@quaff/features/accounts/server'
import { locationDocumentRows } from '@quaff/features/locations/server'
import { locations } from '@quaff/features/locations/tables'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import { planDocumentRows } from '@quaff/features/plans/server'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import type { Transaction } from '@quaff/platform/server/context'
import type { Parent } from '../applying/kind-target'
import { forgottenVersion } from '../forgetting/forget-imported-store'

/** Of these parents, whether one is there; those that are stay so until the transaction ends. */
export async function findParents(tx: Transaction, parents: readonly Parent[]): Promise<(parent: Parent) => boolean> {
  const idsOf = (kind: Parent['kind']) => [...new Set(parents.flatMap((one) => (one.kind === kind ? one.id : [])))]
  const people = await versionsOf(idsOf('users'), (ids) => findPeopleVersions(tx, ids))
  const merchants = await versionsOf(idsOf('merchants'), (ids) => merchantDocumentRows.versions(tx, ids))
  const plans = await versionsOf(idsOf('plans'), (ids) => planDocumentRows.versions(tx, ids))
  const places = await versionsOf(idsOf('locations'), (ids) => locationDocumentRows.versions(tx, ids))
  const merchantsOf = {
    plans: await findMerchants(tx, subscriptionPlans, [...plans.keys()]),
    locations: await findMerchants(tx, locations, [...places.keys()]),
  }
  return (parent) => {
    // Whoever was erased gets nothing new (0014).
    if (parent.kind === 'users') return (people.get(parent.id) ?? forgottenVersion) !== forgottenVersion
    if (parent.kind === 'plans' || parent.kind === 'locations')
      return merchantsOf[parent.kind].get(parent.id) === parent.merchantId
    return merchants.has(parent.id)
  }
}

type Versions = Map<string, number | null>

async function versionsOf(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<Versions>,
): Promise<Versions> {
  return ids.length === 0 ? new Map() : find(ids)
}

async function findMerchants(
  tx: Transaction,
  table: typeof subscriptionPlans | typeof locations,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: table.id, merchantId: table.merchantId })
    .from(table)
    .where(inArray(table.id, [...ids]))
  return new Map(rows.map(({ id, merchantId }) => [id, merchantId]))
}
