import { and, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { searchCondition } from '@quaff/platform/server/list/search'
import { withoutControls } from '@quaff/platform/shared/text'
import type { UserFilter, UserTab } from '../contract'
import { merchantRoles, statusesMatching } from '../rules'
import { userMerchants, users } from './tables'

/** The rule `userTab` as SQL; a test holds the two together. */
export const userTabExpression = sql<UserTab>`case
  when ${users.status} in ('pending', 'pending_approval') then 'pending'
  when ${users.status} <> 'active' then 'blocked'
  when ${users.role} = 'customer' then 'customers'
  else 'team' end`

/** Letter for letter the expression of the index `users_search`. */
const searched = sql`lower(${users.email} || U&'\\001F' || coalesce(${users.displayName}, ''))`

/** Who is visible in `scope`: administrators see everybody, merchant roles the owners and viewers of their merchants. */
export function usersInScope(scope: MerchantScope): SQL | undefined {
  if (scope.all) return undefined
  return and(inArray(users.role, [...merchantRoles]), worksFor(scopeWhere(scope, userMerchants.merchantId)))
}

export function usersWhere(scope: MerchantScope, filter: UserFilter): SQL | undefined {
  return and(
    usersInScope(scope),
    filter.tab ? eq(userTabExpression, filter.tab) : undefined,
    searchCondition(searched, filter.q),
    filter.role ? eq(users.role, withoutControls(filter.role)) : undefined,
    filter.status ? inArray(users.status, [...statusesMatching(filter.status)]) : undefined,
    // In the same row as the scope: a foreign id finds nobody, not the people shared with an own merchant.
    filter.merchantId
      ? worksFor(and(scopeWhere(scope, userMerchants.merchantId), eq(userMerchants.merchantId, filter.merchantId)))
      : undefined,
    filter.createdFrom ? gte(users.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(users.createdAt, clampInstant(filter.createdTo)) : undefined,
  )
}

function worksFor(merchant: SQL | undefined): SQL {
  return sql`exists (select 1 from ${userMerchants} where ${userMerchants.userId} = ${users.id} and ${merchant ?? sql`true`})`
}
