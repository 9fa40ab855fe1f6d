import { inArray, sql } from 'drizzle-orm'
import { findPeopleVersions } from '@quaff/features/accounts/server'
import { locations } from '@quaff/features/locations/tables'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { forgottenVersion } from '../forget-imported-store'
import type { Parent } from './kind-target'

/** Of these parents, whether one is there; those that are stay so until the transaction ends. */
export async function findParents(tx: Transaction, parents: readonly Parent[]): Promise<(parent: Parent) => boolean> {
  const idsOf = (kind: Parent['kind']) => [...new Set(parents.flatMap((one) => (one.kind === kind ? one.id : [])))]
  const people = await versionsOf(idsOf('users'), (ids) => findPeopleVersions(tx, ids))
  const merchants = await versionsOf(idsOf('merchants'), (ids) => merchantDocumentRows.versions(tx, ids))
  const merchantsOf = {
    plans: await lockMerchants(tx, subscriptionPlans, idsOf('plans')),
    locations: await lockMerchants(tx, locations, idsOf('locations')),
  }
  const holders = await findHolders(tx, idsOf('subscriptions'))
  return (parent) => {
    // Whoever was erased gets nothing new (0014).
    if (parent.kind === 'users') return (people.get(parent.id) ?? forgottenVersion) !== forgottenVersion
    if (parent.kind === 'plans' || parent.kind === 'locations')
      return merchantsOf[parent.kind].get(parent.id) === parent.merchantId
    if (parent.kind === 'subscriptions') return holders.get(parent.id) === parent.userId
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

async function lockMerchants(
  tx: Transaction,
  table: typeof subscriptionPlans | typeof locations,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: table.id, merchantId: table.merchantId })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(table.id)
    .for('update')
  return new Map(rows.map(({ id, merchantId }) => [id, merchantId]))
}

/** Whose these passes are. No pass goes to somebody else, and only an undoing takes one away, which no import writes beside. */
export async function findHolders(tx: Transaction, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const { id, userId } = subscriptions
  const rows = await tx
    .select({ id, userId })
    .from(subscriptions)
    .where(sql`${id} = any(${sql.param([...new Set(ids)])}::text[])`)
  return new Map(rows.map((row) => [row.id, row.userId]))
}
