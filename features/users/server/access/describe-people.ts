import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { ShownWith } from '../user-presenter'
import { listAssignedMerchants, type AssignedMerchant } from '../user-store'
import { hasOtherAdministrator, listAccessFacts, type AccessFacts } from './access-store'

/** Merchants, and the facts that decide what can be done to each, of people who are in `scope`. */
export async function describePeople(
  db: Queryable,
  scope: MerchantScope,
  userIds: readonly string[],
): Promise<ShownWith> {
  const [assigned, facts] = [await listAssignedMerchants(db, scope, userIds), await listAccessFacts(db, scope, userIds)]
  return {
    assigned: byPerson(assigned),
    facts: new Map(facts.map((one) => [one.id, one])),
    lastAdministratorId: await lastAdministratorOf(db, facts),
  }
}

function byPerson(assigned: readonly AssignedMerchant[]): Map<string, AssignedMerchant[]> {
  const merchants = new Map<string, AssignedMerchant[]>()
  for (const one of assigned) merchants.set(one.userId, [...(merchants.get(one.userId) ?? []), one])
  return merchants
}

/** Only where exactly one administrator is among them can that one be the last of all. */
async function lastAdministratorOf(db: Queryable, facts: readonly AccessFacts[]): Promise<string | null> {
  const [only, ...more] = facts.filter((one) => one.isActiveAdministrator)
  if (!only || more.length > 0) return null
  return (await hasOtherAdministrator(db, only.id)) ? null : only.id
}
