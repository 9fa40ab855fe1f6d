import type { CsvCell } from '@quaff/platform/server/list/csv'
import type { RowFormat } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { PayoutRow } from '../../contract'

/** In this order. */
export const payoutExportColumns = [
  'Payout',
  'Merchant',
  'Period',
  'Status',
  'Renewals',
  'Redemptions',
  'Gross',
  'Platform fee',
  'Adjustments',
  'Net',
  'Currency',
  'Missing',
  'Updated',
] as const

export const payoutFormat: RowFormat<PayoutRow> = { columns: payoutExportColumns, cellsOf, objectOf: exported }

/** In the order of `payoutExportColumns`; amounts in minor units. */
function exported(row: PayoutRow) {
  return {
    id: row.id,
    merchant: row.merchantName,
    period: row.period,
    status: row.status,
    renewals: row.renewalCount,
    redemptions: row.redemptionCount,
    gross: row.gross,
    fee: row.fee,
    adjustments: row.adjustments,
    net: row.net,
    currency: row.currency,
    bankProblem: row.bankProblem,
    updatedAt: row.updatedAt.toISOString(),
  }
}

function cellsOf(row: PayoutRow): CsvCell[] {
  const amount = (minor: number) => ({ decimal: decimalText(minor, row.currency) })
  const inUnits = {
    gross: amount(row.gross),
    fee: amount(row.fee),
    adjustments: amount(row.adjustments),
    net: amount(row.net),
  }
  return Object.values({ ...exported(row), ...inUnits, currency: row.currency.toUpperCase() }).map(cellOf)
}

function cellOf(value: string | number | { decimal: string } | null): CsvCell {
  if (value === null) return ''
  return typeof value === 'number' ? { decimal: String(value) } : value
}
