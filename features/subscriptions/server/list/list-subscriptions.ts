import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListSubscriptionsInput, SubscriptionListRow } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { countListed } from './listed-count-store'
import { listSubscriptionRows, newestPage } from './subscription-list-store'
import { presentSubscriptionRow } from './subscription-row-presenter'
import { readFilter, requireMerchantBehind, scopeOf } from './subscription-scope'

/** Administrators see all, merchant roles their own merchants' with names masked. */
export async function listSubscriptions(
  ctx: Context,
  { merchantId, limit, cursor, ...asked }: ListSubscriptionsInput,
): Promise<Page<SubscriptionListRow>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const filter = await readFilter(ctx, actor, merchantId, asked)
  // A search that answers yes or no would give away a masked name.
  if (filter.q !== undefined) authorize(ctx.actor, subscriptionPermissions, 'subscription.search')
  const scope = scopeOf(actor, merchantId)
  const rows = await listSubscriptionRows(ctx.db, scope, filter, { limit, cursor })
  await requireMerchantBehind(ctx, scope, rows)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['subscriptions', scope, filter] }, () =>
    countListed(ctx.db, scope, filter, ctx.settings.timeZone),
  )
  return toPage(rows, { ...newestPage, limit, total }, (row) => presentSubscriptionRow(row, actor))
}
