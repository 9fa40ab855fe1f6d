import type { MerchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListSubscriptionsInput, SubscriptionListRow } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { readCounts } from './count-subscriptions'
import type { NarrowingFilter } from './subscription-filter-store'
import { countSubscriptionRows, listSubscriptionRows, newestPage } from './subscription-list-store'
import { presentSubscriptionRow } from './subscription-row-presenter'
import { withChurnWindow } from '../../rules'
import { scopeOf } from './subscription-scope'

/** Administrators see all, merchant roles their own merchants' with names masked. */
export async function listSubscriptions(
  ctx: Context,
  { merchantId, limit, cursor, ...asked }: ListSubscriptionsInput,
): Promise<Page<SubscriptionListRow>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const filter = withChurnWindow(asked, ctx.clock.now())
  // A search that answers yes or no would give away a masked name.
  if (filter.q !== undefined) authorize(ctx.actor, subscriptionPermissions, 'subscription.search')
  const scope = await scopeOf(ctx, actor, merchantId)
  const [rows, total] = await Promise.all([
    listSubscriptionRows(ctx.db, scope, filter, { limit, cursor }),
    countMatching(ctx, scope, filter),
  ])
  return toPage(rows, { ...newestPage, limit, total }, (row) => presentSubscriptionRow(row, actor))
}

/** What nothing but a status narrows stands in the counters, however many rows there are. */
async function countMatching(ctx: Context, scope: MerchantScope, filter: NarrowingFilter): Promise<number> {
  const { status, q, ...others } = filter
  if (q?.trim() || Object.values(others).some((value) => value !== undefined))
    return countSubscriptionRows(ctx.db, scope, filter)
  return (await readCounts(ctx.db, scope))[status ?? 'all']
}
