import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, presented, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportSubscriptionsInput } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { subscriptionFormat } from './export/export-formats'
import {
  listSubscriptionRows,
  listSubscriptionsByIds,
  newestPage,
  type ListedSubscription,
} from './list/subscription-list-store'
import { presentSubscriptionRow } from './list/subscription-row-presenter'
import { readFilter, requireMerchantBehind, scopeOf } from './list/subscription-scope'

/** Selected subscriptions or all that match, newest first, as the list shows them. The audit row is written before the first line is read. */
export async function exportSubscriptions(ctx: Context, input: ExportSubscriptionsInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.export')
  const { merchantId, ...asked } = input.filter ?? {}
  const filter = await readFilter(ctx, actor, merchantId, asked)
  if (filter.q !== undefined) authorize(ctx.actor, subscriptionPermissions, 'subscription.search')
  const scope = scopeOf(actor, merchantId)
  await requireMerchantBehind(ctx, scope, [])
  await inTransaction(ctx, (tx) =>
    recordAudit(ctx, tx, {
      action: 'export_subscriptions',
      targetType: 'subscription',
      targetId: 'subscriptions',
      merchantId: merchantId ?? null,
      after: {
        format: input.format,
        filters: Object.entries(input.filter ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])),
        selected: input.ids?.length ?? null,
      },
    }),
  )
  const { ids, format } = input
  const db = await findReader(ctx)
  const rows = ids
    ? onePage<ListedSubscription>(() => listSubscriptionsByIds(db, scope, ids))
    : pagesOf(db, newestPage, (page) => listSubscriptionRows(db, scope, filter, page))
  const pages = presented(rows, (page) => page.map((row) => presentSubscriptionRow(row, actor)))
  return exportedRows(ctx, 'subscriptions', format, pages, subscriptionFormat)
}
