import type { CsvCell } from '@quaff/platform/server/list/csv'
import { localCell, localHeading } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { ShownPayout } from '../../server/reading/payout-read-store'
import type { AdjustmentLine, RedemptionLine, RenewalLine } from '../contract'
import { adjustmentNames, statementNumber, type AdjustmentName } from '../rules'

/** In the order of `cellsOf`; dates are local times of `zone`. */
export const statementColumns = (zone: string) => [
  'Statement',
  'Merchant',
  'Period',
  'Line',
  localHeading('Date', zone),
  localHeading('Until', zone),
  'Subscriber',
  'Plan',
  'Location',
  'Note',
  'Amount',
  'Currency',
]

export type StatementLine = {
  line: 'Renewal' | 'Late renewal' | 'Redemption' | 'Gross' | 'Platform fee' | AdjustmentName | 'Net'
  amountMinor: number
  /** The list price of a billed amount. */
  listMinor?: number
  date?: Date
  until?: Date
  subscriber?: string | null
  plan?: string
  location?: string
  note?: string
}

export function renewalLine(row: RenewalLine): StatementLine {
  return {
    line: row.isLate ? 'Late renewal' : 'Renewal',
    date: row.periodStart,
    until: row.periodEnd,
    subscriber: row.subscriberName,
    plan: row.planName,
    amountMinor: row.amount,
    ...(row.listAmount !== null && { listMinor: row.listAmount }),
  }
}

export function redemptionLine(row: RedemptionLine): StatementLine {
  return {
    line: 'Redemption',
    date: row.redeemedAt,
    subscriber: row.subscriberName,
    plan: row.planName,
    location: row.locationName,
    amountMinor: row.amount,
  }
}

/** One that names its charge has the dates of that. */
function adjustmentLine({ kind, charge, createdAt, reason, amount }: Omit<AdjustmentLine, 'by'>): StatementLine {
  const named = charge && { until: charge.periodEnd, subscriber: charge.subscriberName, plan: charge.planName }
  return {
    line: adjustmentNames[kind],
    date: charge?.periodStart ?? createdAt,
    ...named,
    note: reason,
    amountMinor: amount,
  }
}

/** As on the screen: net = gross + fee + adjustments, where the fee is negative. */
export function closingLines(
  { payout }: Pick<ShownPayout, 'payout'>,
  adjustments: readonly Omit<AdjustmentLine, 'by'>[],
): StatementLine[] {
  return [
    { line: 'Gross', amountMinor: payout.grossMinor },
    {
      line: 'Platform fee',
      note: `${payout.feeBasisPoints / 100} %`,
      amountMinor: payout.feeMinor === 0 ? 0 : -payout.feeMinor,
    },
    ...adjustments.map(adjustmentLine),
    { line: 'Net', amountMinor: payout.netMinor },
  ]
}

export function cellsOf(line: StatementLine, { payout, merchantName }: ShownPayout, zone: string): CsvCell[] {
  const { currency, period } = payout
  return [
    statementNumber(payout),
    merchantName,
    period,
    line.line,
    localCell(zone, line.date),
    localCell(zone, line.until),
    line.subscriber ?? '',
    line.plan ?? '',
    line.location ?? '',
    line.note ?? (line.listMinor === undefined ? '' : `List price ${decimalText(line.listMinor, currency)}`),
    { decimal: decimalText(line.amountMinor, currency) },
    currency.toUpperCase(),
  ]
}
