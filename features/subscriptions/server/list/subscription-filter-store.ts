import { and, eq, gte, inArray, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { searchCondition } from '@quaff/platform/server/list/search'
import type { SubscriptionFilter } from '../../contract'
import { runningStatuses } from '../../contract'
import { endsBy, endsFrom, isScheduled } from '../../ending/server/scheduled-end-store'
import { subscriptionEvents, subscriptions } from '../tables'

/** Letter for letter the expression of the index `users_search`. */
const searchedPerson = sql`lower(${users.email} || U&'\\001F' || coalesce(${users.displayName}, ''))`

/** The merchant of the filter is part of the scope by now, and the window of the churn a date. */
export type NarrowingFilter = Omit<SubscriptionFilter, 'merchantId' | 'churned'>

export function subscriptionsWhere(scope: MerchantScope, filter: NarrowingFilter): SQL | undefined {
  return and(
    scopeWhere(scope, subscriptions.merchantId),
    withStatus(filter),
    filter.planId ? eq(subscriptions.planId, filter.planId) : undefined,
    filter.createdFrom ? gte(subscriptions.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(subscriptions.createdAt, clampInstant(filter.createdTo)) : undefined,
    canceledWithin(filter.canceledFrom, filter.canceledTo),
    endingWithin(filter),
    filter.runningAt ? notCanceledBefore(clampInstant(filter.runningAt)) : undefined,
    ofPeople(searchCondition(searchedPerson, filter.q)),
  )
}

function withStatus({ status, statusBefore }: NarrowingFilter): SQL | undefined {
  if (!statusBefore) return status ? eq(subscriptions.status, status) : undefined
  const at = clampInstant(statusBefore)
  const statusThen = statusAt(sql`${at.toISOString()}::timestamptz`)
  return and(lt(subscriptions.createdAt, at), status ? sql`${statusThen} = ${status}` : undefined)
}

/** What the first change after it says that it was before, else what it is still: as the daily counters saw it. */
export const statusAt = (at: SQL) => sql`coalesce((
  select ${subscriptionEvents.details} ->> 'from' from ${subscriptionEvents}
  where ${subscriptionEvents.subscriptionId} = ${subscriptions.id}
    and ${subscriptionEvents.kind} in ('status_changed', 'canceled')
    and ${subscriptionEvents.occurredAt} >= ${at}
  order by ${subscriptionEvents.occurredAt}, ${subscriptionEvents.id} limit 1), ${subscriptions.status})`

function canceledWithin(from: Date | undefined, to: Date | undefined): SQL | undefined {
  if (!from && !to) return undefined
  return and(
    // As text, or a prepared one could not use the index.
    sql`${subscriptions.status} = 'canceled'`,
    from && gte(subscriptions.updatedAt, clampInstant(from)),
    to && lte(subscriptions.updatedAt, clampInstant(to)),
  )
}

function endingWithin({ ending, endsFrom: from, endsTo: to }: NarrowingFilter): SQL | undefined {
  if (!ending && !from && !to) return undefined
  return and(isScheduled, from && endsFrom(from), to && endsBy(to))
}

const notCanceledBefore = (at: Date) =>
  or(inArray(subscriptions.status, [...runningStatuses]), gte(subscriptions.updatedAt, at))

function ofPeople(found: SQL | undefined): SQL | undefined {
  if (!found) return undefined
  return inArray(subscriptions.userId, sql`(select ${users.id} from ${users} where ${found})`)
}
