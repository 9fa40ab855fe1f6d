import { and, asc, inArray, isNotNull, sql } from 'drizzle-orm'
import { findPeopleVersions, type StoredPerson } from '@quaff/features/accounts/server'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchantDocumentRows } from '@quaff/features/merchants/server'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Transaction } from '@quaff/platform/server'
import { forgottenVersion } from '../forget-imported-store'
import type { Parent } from './kind-target'

/** Locks the existing parents until the transaction ends. The returned function reports if a parent exists. */
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
    // An erased person gets no new rows (0014).
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

/**
 * Returns the person of each subscription. No lock is needed: a subscription never changes its person, and no import
 * writes during an undo.
 */
export async function findHolders(tx: Transaction, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const { id, userId } = subscriptions
  const rows = await tx
    .select({ id, userId })
    .from(subscriptions)
    .where(sql`${id} = any(${sql.param([...new Set(ids)])}::text[])`)
  return new Map(rows.map((row) => [row.id, row.userId]))
}

/** Returns the people who exist. */
export async function findPeople(tx: Transaction, ids: readonly string[]): Promise<StoredPerson[]> {
  const rows = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
  return withMerchants(tx, rows)
}

export async function withMerchants(tx: Transaction, rows: (typeof users.$inferSelect)[]): Promise<StoredPerson[]> {
  const ids = rows.map(({ id }) => id)
  const memberships = await tx
    .select({ userId: userMerchants.userId, merchantId: userMerchants.merchantId })
    .from(userMerchants)
    .where(inArray(userMerchants.userId, ids))
    .orderBy(asc(userMerchants.position), asc(userMerchants.merchantId))
  const merchantsOf = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { userId, merchantId } of memberships) merchantsOf.get(userId)?.push(merchantId)
  return rows.map((row) => ({ ...row, merchantIds: merchantsOf.get(row.id) ?? [] }))
}

/** Returns the people who were erased. */
export async function findErased(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), isNotNull(users.erasedAt)))
  return new Set(rows.map(({ id }) => id))
}
