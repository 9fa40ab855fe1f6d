import { and, eq, gt, gte, inArray, lt, lte, not, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { searchPeople } from '@quaff/features/accounts/server'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { adminRole, clampInstant, withoutControls } from '@quaff/platform/server'
import type { UserFilter, UserTab } from '../contract'
import { merchantRoles, rolesMatching, statusesMatching } from '../rules'
import { isAdministratorByDocument } from './access-store'

/** A constant of a condition as SQL text, so that a plan is kept. */
const text = (constant = '') => sql.raw(`'${constant}'`)

/** Excludes the sorted values by the ranges between them, because an index cannot serve "not equal". */
function otherThan(column: AnyColumn, ...sorted: [string, ...string[]]) {
  const between = sorted.slice(1).map((value, index) => and(gt(column, text(sorted[index])), lt(column, text(value))))
  return or(lt(column, text(sorted[0])), ...between, gt(column, text(sorted.at(-1))))
}

/** The rule `userTab` as SQL; a test holds the two together. */
export const userTabConditions = {
  pending: sql`${users.status} in ('pending', 'pending_approval')`,
  blocked: otherThan(users.status, 'active', 'pending', 'pending_approval'),
  customers: and(eq(users.status, text('active')), eq(users.role, text('customer'))),
  team: and(eq(users.status, text('active')), otherThan(users.role, 'customer')),
} as const satisfies Record<UserTab, SQL | undefined>

/** Merchant roles see no phone numbers, so they must not find people by them either. */
export const searchUsers = (scope: MerchantScope, q: string | undefined) => searchPeople(q, { byPhone: scope.all })

/** Users visible in `scope`: administrators see all, merchant roles the owners and viewers of their merchants. */
export function usersInScope(scope: MerchantScope) {
  if (scope.all) return undefined
  return and(inArray(users.role, [...merchantRoles]), worksFor(scopeWhere(scope, userMerchants.merchantId)))
}

export function usersWhere(scope: MerchantScope, filter: UserFilter) {
  return and(
    usersInScope(scope),
    filter.tab && userTabConditions[filter.tab],
    searchUsers(scope, filter.q)?.byIndex,
    filter.role ? hasRole(withoutControls(filter.role)) : undefined,
    filter.status ? inArray(users.status, [...statusesMatching(filter.status)]) : undefined,
    // In the same row as the scope: a foreign id finds no one, not the users shared with an own merchant.
    filter.merchantId
      ? worksFor(and(scopeWhere(scope, userMerchants.merchantId), eq(userMerchants.merchantId, filter.merchantId)))
      : undefined,
    filter.createdFrom ? gte(users.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(users.createdAt, clampInstant(filter.createdTo)) : undefined,
  )
}

/** The rule `shownRole` as SQL. */
function hasRole(filter: string) {
  const isNamed = inArray(users.role, [...rolesMatching(filter)])
  if (filter === adminRole) return and(isNamed, not(isAdministratorByDocument))
  return filter === 'customer' ? and(isNamed, otherThan(users.status, 'pending', 'pending_approval')) : isNamed
}

function worksFor(merchant: SQL | undefined) {
  return sql`exists (select 1 from ${userMerchants} where ${userMerchants.userId} = ${users.id} and ${merchant ?? sql`true`})`
}
