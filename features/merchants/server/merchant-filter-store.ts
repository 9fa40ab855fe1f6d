import { and, eq, gte, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { clampInstant } from '@quaff/platform/server/list/keyset'
import { searchCondition } from '@quaff/platform/server/list/search'
import { withoutControls } from '@quaff/platform/shared/text'
import type { ListMerchantsInput, MerchantTab } from '../contract'
import { merchants } from './tables'

export type MerchantFilter = Partial<Omit<ListMerchantsInput, 'limit' | 'cursor' | 'sort' | 'order'>>

/** The rule `merchantTab` as SQL; a test holds the two together. */
export const tabExpression = sql<Exclude<MerchantTab, 'all'>>`case
  when ${merchants.status} = 'pending_review' or ${merchants.needsReview} then 'review'
  when ${merchants.status} = 'active' and ${merchants.isLive} then 'live'
  when ${merchants.status} = 'pending' or ${merchants.applicationStatus} = 'pending_setup' then 'setup'
  else 'other' end`

/** Letter for letter the expression of the index `merchants_search`. */
const searched = sql`lower(${merchants.name} || U&'\\001F' || coalesce(${merchants.description}, '') || U&'\\001F' || coalesce(${merchants.contactEmail}, ''))`

/** The rows of `scope` that match; the scope is part of the statement, not of the caller's care. */
export function merchantsWhere(scope: MerchantScope, filter: MerchantFilter): SQL | undefined {
  return and(
    scopeWhere(scope, merchants.id),
    filter.tab && filter.tab !== 'all' ? eq(tabExpression, filter.tab) : undefined,
    searchCondition(searched, filter.q),
    statusWhere(filter.status),
    filter.category ? eq(merchants.businessType, withoutControls(filter.category)) : undefined,
    filter.hasBank === undefined ? undefined : bankWhere(filter.hasBank),
    filter.isLive === undefined ? undefined : eq(merchants.isLive, filter.isLive),
    filter.needsReview === undefined ? undefined : eq(merchants.needsReview, filter.needsReview),
    filter.createdFrom ? gte(merchants.createdAt, clampInstant(filter.createdFrom)) : undefined,
    filter.createdTo ? lte(merchants.createdAt, clampInstant(filter.createdTo)) : undefined,
  )
}

/** The rule `matchesStatus` as SQL. */
export function statusWhere(status: MerchantFilter['status']): SQL | undefined {
  if (!status) return undefined
  if (status === 'pending_review') return eq(merchants.needsReview, true)
  if (status === 'pending') return sql`(${tabExpression} = 'review' or ${merchants.status} = 'pending')`
  return eq(merchants.status, status)
}

function bankWhere(hasBank: boolean): SQL {
  return hasBank ? isNotNull(merchants.bankVerifiedAt) : isNull(merchants.bankVerifiedAt)
}
