import type { Queryable } from '@quaff/platform/server/context'
import { hasOtherAdministrator, type AccessFacts } from './access-store'

/** The one of these people who is the last administrator. Only where exactly one is among them can that one be it. */
export async function lastAdministratorAmong(
  db: Queryable,
  people: readonly Pick<AccessFacts, 'id' | 'isActiveAdministrator'>[],
): Promise<string | null> {
  const [only, ...more] = people.filter((one) => one.isActiveAdministrator)
  if (!only || more.length > 0) return null
  return (await hasOtherAdministrator(db, only.id)) ? null : only.id
}
