import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, presented, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportPayoutsInput } from '../contract'
import { payoutFormat } from './export/payout-formats'
import { openPayouts } from './reading/open-payouts'
import { listPayoutRows, listPayoutsByIds, payoutOrder } from './reading/payout-read-store'
import { presentPayoutRow } from './reading/present-payout'

/** Selected payouts or all that match, as the list shows them. The audit row is written before the first line is read. */
export async function exportPayouts(
  ctx: Context,
  { format, ids, filter = {} }: ExportPayoutsInput,
): Promise<ExportedFile> {
  const opened = await openPayouts(ctx, filter.merchantId)
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(ctx, async (tx) => {
    const details = { what: 'payouts', format, filters, selected: ids?.length }
    await addUserActivity(ctx, tx, { userId: opened.actor.userId, action: 'export', details })
    await recordAudit(ctx, tx, {
      action: 'export_payouts',
      targetType: 'payout',
      targetId: 'payouts',
      merchantId: filter.merchantId ?? null,
      after: { format, filters, selected: ids?.length ?? null },
    })
  })
  const { actor, scope } = opened
  const db = await findReader(ctx)
  const rows = ids
    ? onePage(() => listPayoutsByIds(db, scope, ids))
    : pagesOf(db, payoutOrder, (page) => listPayoutRows(db, scope, filter, page))
  const pages = presented(rows, (page) => page.map((row) => presentPayoutRow(ctx, row, actor)))
  return exportedRows(ctx, 'payouts', format, pages, payoutFormat(ctx.settings.timeZone))
}
