import { openCalendar } from '@quaff/features/sessions/server'
import { type Context, type ExportColumn, type ExportedFile, exportList, instantColumn } from '@quaff/platform/server'
import type { ExportRedemptionsInput, UsageRow } from '../usage-contract'
import { openRedemptions } from '../usage/server/open-venue'
import { listUsageRows, usageOrder, usageQuery } from '../usage/server/usage-store'

/** Exports the history, newest first. */
export async function exportRedemptions(ctx: Context, input: ExportRedemptionsInput): Promise<ExportedFile> {
  const { merchantId, format, filter = {} } = input
  const { scope, present } = await openRedemptions(ctx, merchantId, 'redemption.export')
  const { ctx: local } = filter.slot ? await openCalendar(ctx, scope) : { ctx }
  const query = usageQuery(local, filter)
  const target =
    merchantId === undefined
      ? { targetType: 'redemption', targetId: 'redemptions' }
      : { targetType: 'merchant', targetId: merchantId }
  return exportList(ctx, {
    name: 'redemptions',
    format,
    filter,
    audit: { action: 'export_redemptions', ...target, merchantId: merchantId ?? null },
    order: usageOrder,
    rows: (db, page) => listUsageRows(db, scope, query, page),
    present,
    columns: merchantId === undefined ? [...redemptionColumns, ...merchantColumns] : redemptionColumns,
  })
}

const redemptionColumns: readonly ExportColumn<UsageRow>[] = [
  { key: 'id', header: 'ID', value: ({ id }) => id },
  instantColumn('redeemedAt', 'Redeemed At', ({ redeemedAt }) => redeemedAt),
  { key: 'subscriber', header: 'Subscriber', value: ({ subscriberName }) => subscriberName },
  { key: 'plan', header: 'Plan', value: ({ planName }) => planName },
  { key: 'location', header: 'Location', value: ({ locationName }) => locationName },
  { key: 'method', header: 'Method', value: ({ method }) => method },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  {
    key: 'secondsSincePrevious',
    header: 'Seconds Since Previous',
    value: ({ sincePreviousMs }) => (sincePreviousMs === null ? null : Math.floor(sincePreviousMs / 1_000)),
  },
  { key: 'flags', header: 'Flags', value: ({ flags }) => flags, cell: ({ flags }) => flags.join(' ') },
  instantColumn('keptAt', 'Kept At', ({ kept }) => kept?.at),
  instantColumn('voidedAt', 'Voided At', ({ voided }) => voided?.at),
  { key: 'voidReason', header: 'Void Reason', value: ({ voided }) => voided?.reason ?? null },
]

/** Only for files of more than one merchant. */
const merchantColumns: readonly ExportColumn<UsageRow>[] = [
  { key: 'merchantId', header: 'Merchant ID', value: ({ merchantId }) => merchantId },
  { key: 'merchant', header: 'Merchant', value: ({ merchantName }) => merchantName },
]
