import { openCalendar } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, pagesOf, presented, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportRedemptionsInput } from '../usage/contract'
import { openRedemptions } from '../usage/server/open-venue'
import { listUsageRows, usageOrder, usageQuery } from '../usage/server/usage-store'
import { redemptionFormat, redemptionFormatOfMany } from './export/export-formats'

/** What the history shows, newest first. The audit row is written before the first line is read. */
export async function exportRedemptions(ctx: Context, input: ExportRedemptionsInput): Promise<ExportedFile> {
  const { merchantId, format, filter = {} } = input
  const { scope, present } = await openRedemptions(ctx, merchantId, 'redemption.export')
  const { ctx: local } = filter.slot ? await openCalendar(ctx, scope) : { ctx }
  const query = usageQuery(local, filter)
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(ctx, (tx) =>
    recordAudit(ctx, tx, {
      action: 'export_redemptions',
      ...(merchantId === undefined
        ? { targetType: 'redemption', targetId: 'redemptions' }
        : { targetType: 'merchant', targetId: merchantId }),
      merchantId: merchantId ?? null,
      after: { format, filters },
    }),
  )
  const db = await findReader(ctx)
  const pages = presented(
    pagesOf(db, usageOrder, (page) => listUsageRows(db, scope, query, page)),
    present,
  )
  const rowFormat = merchantId === undefined ? redemptionFormatOfMany : redemptionFormat
  return exportedRows(ctx, 'redemptions', format, pages, rowFormat)
}
