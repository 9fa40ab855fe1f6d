import type { CsvCell } from '@quaff/platform/server/list/csv'
import { knownInstant } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { periodName } from '../../period/rules'
import type { ShownPayout } from '../../server/reading/payout-read-store'
import type { RedemptionLine, RenewalLine } from '../contract'
import type { AdjustmentFacts } from './statement-store'

/** In this order; the amounts of all lines above the net add up to it. */
export const statementColumns = [
  'Line',
  'Date',
  'Until',
  'Subscriber',
  'Plan',
  'Location',
  'Note',
  'Amount',
  'Currency',
] as const

export type StatementLine = {
  line: 'Renewal' | 'Late renewal' | 'Redemption' | 'Adjustment' | 'Platform fee' | 'Net'
  amountMinor: number
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

/** Adjustments, the fee and what is left. */
export function closingLines(
  { payout, merchantName }: ShownPayout,
  adjustments: readonly AdjustmentFacts[],
): StatementLine[] {
  return [
    ...adjustments.map(({ createdAt, reason, amountMinor }): StatementLine => ({
      line: 'Adjustment',
      date: createdAt,
      note: reason,
      amountMinor,
    })),
    { line: 'Platform fee', note: `${payout.feeBasisPoints / 100} %`, amountMinor: -payout.feeMinor },
    { line: 'Net', note: `${merchantName}, ${periodName(payout.period)}`, amountMinor: payout.netMinor },
  ]
}

export function cellsOf(line: StatementLine, currency: string): CsvCell[] {
  return [
    line.line,
    knownInstant(line.date) ?? '',
    knownInstant(line.until) ?? '',
    line.subscriber ?? '',
    line.plan ?? '',
    line.location ?? '',
    line.note ?? '',
    { decimal: decimalText(line.amountMinor, currency) },
    currency.toUpperCase(),
  ]
}
