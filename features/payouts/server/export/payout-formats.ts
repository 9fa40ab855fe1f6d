import type { CsvCell } from '@quaff/platform/server/list/csv'
import { localCell, localHeading, plainCell, type RowFormat } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { PayoutRow } from '../../contract'

const columns = [
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
] as const

/** CSV has local times of `zone`, JSON has UTC instants. */
export const payoutFormat = (zone: string): RowFormat<PayoutRow> => ({
  columns: [...columns, localHeading('Updated', zone)],
  cellsOf: (row) => cellsOf(row, zone),
  objectOf: exported,
})

/** In the order of `columns`; amounts in minor units, and gross + fee + adjustments = net. */
function exported(row: PayoutRow) {
  return {
    id: row.id,
    merchant: row.merchantName,
    period: row.period,
    status: row.status,
    renewals: row.renewalCount,
    redemptions: row.redemptionCount,
    gross: row.gross,
    fee: row.fee === 0 ? 0 : -row.fee,
    adjustments: row.adjustments,
    net: row.net,
    currency: row.currency,
    bankProblem: row.bankProblem,
    updatedAt: row.updatedAt.toISOString(),
  }
}

function cellsOf(row: PayoutRow, zone: string): CsvCell[] {
  const facts = exported(row)
  const amount = (minor: number) => ({ decimal: decimalText(minor, row.currency) })
  const inUnits = {
    gross: amount(facts.gross),
    fee: amount(facts.fee),
    adjustments: amount(facts.adjustments),
    net: amount(facts.net),
  }
  const texts = { currency: row.currency.toUpperCase(), updatedAt: localCell(zone, row.updatedAt) }
  return Object.values({ ...facts, ...inUnits, ...texts }).map(plainCell)
}
