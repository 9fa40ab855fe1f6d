import { type ExportColumn, instantCell } from '@quaff/platform/server'
import { currencyDigits, decimalText } from '@quaff/platform/shared/money/decimals'
import type { ShownPayout } from '../../server/reading/payout-read-store'
import type { AdjustmentLine, RedemptionLine, RenewalLine } from '../../statement-contract'
import { adjustmentNames, statementNumber, type AdjustmentName } from '../../statement-rules'

export type StatementLine = {
  line: 'Renewal' | 'Late renewal' | 'Redemption' | 'Gross' | 'Platform fee' | AdjustmentName | 'Net'
  amountMinor: number
  /** The list price, if the billed amount differs. */
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

/** A line with a charge uses the charge's dates. */
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

/** Returns the totals as shown on screen: net = gross + fee + adjustments, with a negative fee. */
export function closingLines(
  { payout }: Pick<ShownPayout, 'payout'>,
  adjustments: readonly Omit<AdjustmentLine, 'by'>[],
): StatementLine[] {
  return [
    { line: 'Gross', amountMinor: payout.grossMinor },
    {
      line: 'Platform fee',
      note: `${payout.feeBasisPoints / 100}%`,
      amountMinor: payout.feeMinor === 0 ? 0 : -payout.feeMinor,
    },
    ...adjustments.map(adjustmentLine),
    { line: 'Net', amountMinor: payout.netMinor },
  ]
}

export const statementColumns = ({ payout, merchantName }: ShownPayout): readonly ExportColumn<StatementLine>[] => [
  { header: 'Statement', cell: () => statementNumber(payout) },
  { header: 'Merchant', cell: () => merchantName },
  { header: 'Period', cell: () => payout.period },
  { header: 'Line', cell: ({ line }) => line },
  instantCell('Date', ({ date }) => date),
  instantCell('Until', ({ until }) => until),
  { header: 'Subscriber', cell: ({ subscriber }) => subscriber ?? '' },
  { header: 'Plan', cell: ({ plan }) => plan ?? '' },
  { header: 'Location', cell: ({ location }) => location ?? '' },
  {
    header: 'Note',
    cell: ({ note, listMinor }) =>
      note ?? (listMinor === undefined ? '' : `List price ${decimalText(listMinor, payout.currency)}`),
  },
  {
    header: 'Amount',
    kind: currencyDigits(payout.currency) === 0 ? 'whole' : 'amount',
    cell: ({ amountMinor }) => ({ decimal: decimalText(amountMinor, payout.currency) }),
  },
  { header: 'Currency', cell: () => payout.currency.toUpperCase() },
]
