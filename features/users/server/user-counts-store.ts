import { gte, sql } from 'drizzle-orm'
import { userCounts, users } from '@quaff/features/accounts/tables'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import { withoutControls } from '@quaff/platform/shared/text'
import type { UserFilter } from '../contract'
import { rolesMatching, shownRole, statusesMatching, userTab, type UserGroup } from '../rules'
import { isAdministratorByDocument } from './effective-role-store'

type Group = Pick<UserGroup, 'role' | 'status' | 'count'>

/** Everybody by role and status, however many there are. */
async function sumCounts(db: Queryable): Promise<Group[]> {
  const rows = await db
    .select({
      role: userCounts.role,
      status: userCounts.status,
      count: sql<number>`sum(${userCounts.count})::integer`,
      byDocument: sql<number>`(select count(*) from ${users} where ${isAdministratorByDocument})::integer`,
    })
    .from(userCounts)
    .groupBy(userCounts.role, userCounts.status)
    .having(sql`sum(${userCounts.count}) <> 0`)
  return rows.flatMap(({ byDocument, ...group }) =>
    group.role === adminRole && group.status === 'active' && byDocument > 0
      ? [
          { ...group, count: group.count - byDocument },
          { ...group, role: '', count: byDocument },
        ]
      : [group],
  )
}

/** Everybody, with how many of them are new: only those are read by their rows. */
export async function countEverybody(db: Queryable, newSince: Date): Promise<UserGroup[]> {
  const [groups, fresh] = await Promise.all([
    sumCounts(db),
    db
      .select({ role: users.role, status: users.status, count: sql<number>`count(*)::integer` })
      .from(users)
      .where(gte(users.createdAt, newSince))
      .groupBy(users.role, users.status),
  ])
  const newOf = (group: Group) =>
    fresh.find(({ role, status }) => role === group.role && status === group.status)?.count ?? 0
  return groups.map((group) => ({ ...group, newCount: newOf(group) }))
}

/** Those of a tab, a role, a status or everybody; undefined where something else narrows, which the counts do not know. */
export async function countOfGroups(
  db: Queryable,
  scope: MerchantScope,
  { tab, role, status, ...others }: UserFilter,
): Promise<number | undefined> {
  if (!scope.all || Object.values(others).some(Boolean)) return undefined
  const matching = (await sumCounts(db)).filter(
    (group) =>
      (!tab || userTab(group) === tab) &&
      (!role || rolesMatching(withoutControls(role)).includes(shownRole(group))) &&
      (!status || statusesMatching(status).some((one) => one === group.status)),
  )
  return matching.reduce((sum, { count }) => sum + count, 0)
}
