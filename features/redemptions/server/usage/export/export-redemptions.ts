import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { usageLimits, type ExportRedemptionsInput, type UsageRow } from '../../../usage/contract'
import { openRedemptions, type OpenRedemptions } from '../open-venue'
import { usageQuery } from '../usage-query'
import { listUsageRows, usageOrder, type UsageQuery } from '../usage-store'
import { csvFile, jsonFile } from './export-formats'

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

/** What the history shows, newest first. The audit row is written before the first line is read. */
export async function exportRedemptions(ctx: Context, input: ExportRedemptionsInput): Promise<ExportedFile> {
  const { merchantId, format, filter = {} } = input
  const opened = await openRedemptions(ctx, merchantId, 'redemption.export')
  const query = usageQuery(ctx, filter)
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
  const pages = matchingRedemptions(ctx, opened, query)
  const isOfMany = merchantId === undefined
  const fileName = `redemptions-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvFile(pages, isOfMany) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonFile(pages, isOfMany) }
}

/** One page in memory at a time, however many there are. */
async function* matchingRedemptions(
  ctx: Context,
  { scope, present }: OpenRedemptions,
  filter: UsageQuery,
): AsyncGenerator<UsageRow[]> {
  const limit = usageLimits.exportPage
  let cursor: string | null = null
  do {
    const rows = await listUsageRows(ctx.db, scope, filter, { limit, cursor })
    yield await present(rows)
    cursor = nextCursor(rows, { ...usageOrder, limit })
  } while (cursor)
}
