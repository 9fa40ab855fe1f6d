import { and, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { users } from '@quaff/features/users/tables'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { searchCondition } from '@quaff/platform/server/list/search'
import type { SubscriptionFilter } from '../../contract'
import { subscriptions } from '../tables'

/** Letter for letter the expression of the index `users_search`. */
const searchedPerson = sql`lower(${users.email} || U&'\\001F' || coalesce(${users.displayName}, ''))`

/** The merchant of the filter is part of the scope by now. */
export type NarrowingFilter = Omit<SubscriptionFilter, 'merchantId'>

export function subscriptionsWhere(scope: MerchantScope, filter: NarrowingFilter): SQL | undefined {
  return and(
    scopeWhere(scope, subscriptions.merchantId),
    filter.status ? eq(subscriptions.status, filter.status) : undefined,
    filter.planId ? eq(subscriptions.planId, filter.planId) : undefined,
    filter.createdFrom ? gte(subscriptions.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(subscriptions.createdAt, clampInstant(filter.createdTo)) : undefined,
    ofPeople(searchCondition(searchedPerson, filter.q)),
  )
}

function ofPeople(found: SQL | undefined): SQL | undefined {
  if (!found) return undefined
  return inArray(subscriptions.userId, sql`(select ${users.id} from ${users} where ${found})`)
}
