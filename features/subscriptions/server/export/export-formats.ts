import type { CsvCell } from '@quaff/platform/server/list/csv'
import { knownInstant, plainCell, type RowFormat } from '@quaff/platform/server/list/export-file'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { SubscriptionListRow } from '../../contract'

/** In this order; the person's columns are masked as in the list. */
export const subscriptionExportColumns = [
  'ID',
  'Status',
  'Ends at period end',
  'Subscriber',
  'Email',
  'Merchant',
  'Plan',
  'Amount',
  'Currency',
  'Interval',
  'Interval count',
  'Monthly amount',
  'Created',
  'Updated',
  'Period start',
  'Period end',
  'Canceled',
  'Ends on',
  'Ended by',
  'Reason',
] as const

export const subscriptionFormat: RowFormat<SubscriptionListRow> = {
  columns: subscriptionExportColumns,
  cellsOf,
  objectOf: exported,
}

/** In the order of `subscriptionExportColumns`; amounts in minor units. */
function exported(row: SubscriptionListRow) {
  return {
    id: row.id,
    status: row.status,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    subscriber: row.subscriberName,
    email: row.email,
    merchant: row.merchantName,
    plan: row.planName,
    amount: row.amount,
    currency: row.currency,
    interval: row.interval,
    intervalCount: row.intervalCount,
    monthlyAmount: row.monthlyAmount,
    createdAt: knownInstant(row.createdAt),
    updatedAt: knownInstant(row.updatedAt),
    currentPeriodStart: knownInstant(row.currentPeriodStart),
    currentPeriodEnd: knownInstant(row.currentPeriodEnd),
    canceledAt: knownInstant(row.canceledAt),
    endsAt: knownInstant(row.endsAt),
    endedBy: row.endedBy,
    cancelReason: row.cancelReason,
  }
}

/** What is read by people: units instead of cents. */
function cellsOf(row: SubscriptionListRow): CsvCell[] {
  const cells = Object.assign(exported(row), {
    amount: { decimal: decimalText(row.amount, row.currency) },
    monthlyAmount: { decimal: decimalText(row.monthlyAmount, row.currency) },
    currency: row.currency.toUpperCase(),
  })
  return Object.values(cells).map(plainCell)
}
