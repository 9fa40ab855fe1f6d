import { inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans as plans } from '@quaff/features/plans/tables'
import type { Queryable } from '@quaff/platform/server/context'
import type { AuditChange } from '../contract'

type Target = { targetId: string; changes: readonly AuditChange[] }

/** Names of the people, merchants, places and plans that these entries speak of by id; who is gone has none. */
export async function findRecordNames(db: Queryable, rows: readonly Target[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ targetId, changes }) => [targetId, ...changes.flatMap(idsIn)]))]
  if (ids.length === 0) return new Map()
  const person = sql`coalesce(nullif(${users.displayName}, ''), ${users.email})`
  const named = await unionAll(
    db.select(nameOf(users.id, person)).from(users).where(inArray(users.id, ids)),
    db.select(nameOf(merchants.id, merchants.name)).from(merchants).where(inArray(merchants.id, ids)),
    db.select(nameOf(locations.id, locations.name)).from(locations).where(inArray(locations.id, ids)),
    db.select(nameOf(plans.id, plans.name)).from(plans).where(inArray(plans.id, ids)),
  )
  return new Map(named.flatMap(({ id, name }) => (name ? [[id, name]] : [])))
}

const nameOf = (id: AnyColumn, name: AnyColumn | SQL) => ({
  id: sql<string>`${id}`.as('id'),
  name: sql<string | null>`${name}`.as('name'),
})

/** "mer_1" → "Foxglove Coffee (mer_1)", one by one where there are several. */
export function nameChanges(changes: readonly AuditChange[], names: ReadonlyMap<string, string>): AuditChange[] {
  const withNames = (text: string | null) =>
    text === null
      ? null
      : text
          .split(separator)
          .map((id) => (names.has(id) ? `${names.get(id)} (${id})` : id))
          .join(separator)
  return changes.map((change) =>
    idsIn(change).length === 0
      ? change
      : { ...change, before: withNames(change.before), after: withNames(change.after) },
  )
}

const separator = ', '

/** Of fields that hold ids by their name, or values that look like ours. */
function idsIn({ field, before, after }: AuditChange): string[] {
  const holdsIds = /(^|[ ,])(ids?|by)$/i.test(field)
  return [before, after]
    .flatMap((text) => text?.split(separator) ?? [])
    .filter((text) => text !== '' && (holdsIds || /^(usr|mer|loc|pln)_\w+$/.test(text)))
}
