import { exportActivity } from '@quaff/features/activity/server'
import {
  amountColumn,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import type { ExportPayoutsInput, PayoutRow } from '../contract'
import { openPayouts } from './reading/open-payouts'
import { listPayoutRows, listPayoutsByIds, payoutOrder } from './reading/payout-read-store'
import { presentPayoutRow } from './reading/read-payouts'

/** Exports selected or all matching payouts, like the list shows them. */
export async function exportPayouts(
  ctx: Context,
  { format, ids, filter = {} }: ExportPayoutsInput,
): Promise<ExportedFile> {
  const { actor, scope } = await openPayouts(ctx, filter.merchantId)
  return exportList(ctx, {
    name: 'payouts',
    format,
    filter,
    audit: {
      action: 'export_payouts',
      targetType: 'payout',
      targetId: 'payouts',
      merchantId: filter.merchantId ?? null,
    },
    alsoRecord: exportActivity('payouts'),
    order: payoutOrder,
    rows: (db, page) => listPayoutRows(db, scope, filter, page),
    ids,
    byIds: (db, chosen) => listPayoutsByIds(db, scope, chosen),
    present: (rows) => rows.map((row) => presentPayoutRow(ctx, row, actor)),
    columns: payoutColumns,
  })
}

/** Gross + fee + adjustments = net. Amounts are minor units in JSON. CSV and workbooks have whole units. */
const payoutColumns: readonly ExportColumn<PayoutRow>[] = [
  { key: 'id', header: 'Payout', value: ({ id }) => id },
  { key: 'merchant', header: 'Merchant', value: ({ merchantName }) => merchantName },
  { key: 'period', header: 'Period', value: ({ period }) => period },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  { key: 'renewals', header: 'Renewals', value: ({ renewalCount }) => renewalCount },
  { key: 'redemptions', header: 'Redemptions', value: ({ redemptionCount }) => redemptionCount },
  amountColumn('gross', 'Gross', ({ gross }) => gross),
  amountColumn('fee', 'Platform fee', ({ fee }) => (fee === 0 ? 0 : -fee)),
  amountColumn('adjustments', 'Adjustments', ({ adjustments }) => adjustments),
  amountColumn('net', 'Net', ({ net }) => net),
  {
    key: 'currency',
    header: 'Currency',
    value: ({ currency }) => currency,
    cell: ({ currency }) => currency.toUpperCase(),
  },
  { key: 'bankProblem', header: 'Missing', value: ({ bankProblem }) => bankProblem },
  instantColumn('updatedAt', 'Updated', ({ updatedAt }) => updatedAt),
]
