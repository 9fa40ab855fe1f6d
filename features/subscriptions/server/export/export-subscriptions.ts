import type { MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportSubscriptionsInput, SubscriptionListRow } from '../../contract'
import { withChurnWindow } from '../../rules'
import { subscriptionPermissions } from '../../permissions'
import type { NarrowingFilter } from '../list/subscription-filter-store'
import { listSubscriptionRows, listSubscriptionsByIds, newestPage } from '../list/subscription-list-store'
import { presentSubscriptionRow } from '../list/subscription-row-presenter'
import { scopeOf } from '../list/subscription-scope'
import { csvFile, jsonFile } from './export-formats'

const pageSize = 1_000

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

/** Selected subscriptions or all that match, newest first, as the list shows them. The audit row is written before the first line is read. */
export async function exportSubscriptions(ctx: Context, input: ExportSubscriptionsInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.export')
  const { merchantId, ...asked } = input.filter ?? {}
  const filter = withChurnWindow(asked, ctx.clock.now())
  if (filter.q !== undefined) authorize(ctx.actor, subscriptionPermissions, 'subscription.search')
  const scope = await scopeOf(ctx, actor, merchantId)
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
  const pages = input.ids ? selectedRows(ctx, actor, scope, input.ids) : matchingRows(ctx, actor, scope, filter)
  const fileName = `subscriptions-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${input.format}`
  return input.format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvFile(pages) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonFile(pages) }
}

async function* selectedRows(
  ctx: Context,
  actor: UserActor,
  scope: MerchantScope,
  ids: readonly string[],
): AsyncGenerator<SubscriptionListRow[]> {
  const rows = await listSubscriptionsByIds(ctx.db, scope, ids)
  yield rows.map((row) => presentSubscriptionRow(row, actor))
}

/** One page in memory at a time, however many there are. */
async function* matchingRows(
  ctx: Context,
  actor: UserActor,
  scope: MerchantScope,
  filter: NarrowingFilter,
): AsyncGenerator<SubscriptionListRow[]> {
  let cursor: string | null = null
  do {
    const rows = await listSubscriptionRows(ctx.db, scope, filter, { limit: pageSize, cursor })
    yield rows.map((row) => presentSubscriptionRow(row, actor))
    cursor = nextCursor(rows, { ...newestPage, limit: pageSize })
  } while (cursor)
}
