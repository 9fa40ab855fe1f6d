import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportPayoutsInput, PayoutFilter, PayoutRow } from '../../contract'
import { openPayouts, type OpenPayouts } from '../reading/open-payouts'
import { listPayoutRows, listPayoutsByIds, payoutOrder } from '../reading/payout-read-store'
import { presentPayoutRow } from '../reading/present-payout'
import { csvType, exportPage as limit, jsonType, type ExportedFile } from './exported-file'
import { csvFile, jsonFile } from './payout-formats'

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
  const pages = ids ? selectedPayouts(ctx, opened, ids) : matchingPayouts(ctx, opened, filter)
  const fileName = `payouts-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return format === 'csv'
    ? { fileName, contentType: csvType, chunks: csvFile(pages) }
    : { fileName, contentType: jsonType, chunks: jsonFile(pages) }
}

async function* selectedPayouts(
  ctx: Context,
  { actor, scope }: OpenPayouts,
  ids: readonly string[],
): AsyncGenerator<PayoutRow[]> {
  const rows = await listPayoutsByIds(ctx.db, scope, ids)
  yield rows.map((row) => presentPayoutRow(ctx, row, actor))
}

async function* matchingPayouts(
  ctx: Context,
  { actor, scope }: OpenPayouts,
  filter: PayoutFilter,
): AsyncGenerator<PayoutRow[]> {
  let cursor: string | null = null
  do {
    const rows = await listPayoutRows(ctx.db, scope, filter, { limit, cursor })
    yield rows.map((row) => presentPayoutRow(ctx, row, actor))
    cursor = nextCursor(rows, { ...payoutOrder, limit })
  } while (cursor)
}
