import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
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

type Pages = AsyncIterable<SubscriptionListRow[]>

export const csvFile = (pages: Pages) => csvPieces(subscriptionExportColumns, pages, cellsOf)
export const jsonFile = (pages: Pages) => jsonPieces(pages, exported)

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
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
    currentPeriodStart: instant(row.currentPeriodStart),
    currentPeriodEnd: instant(row.currentPeriodEnd),
    canceledAt: row.canceledAt && instant(row.canceledAt),
    endsAt: row.endsAt && instant(row.endsAt),
    endedBy: row.endedBy,
    cancelReason: row.cancelReason,
  }
}

/** What is read by people: units instead of cents. */
function cellsOf(row: SubscriptionListRow): string[] {
  const cells = Object.assign(exported(row), {
    amount: decimalText(row.amount, row.currency),
    monthlyAmount: decimalText(row.monthlyAmount, row.currency),
    currency: row.currency.toUpperCase(),
  })
  return Object.values(cells).map(cellOf)
}

function cellOf(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** The epoch stands for "not known" (G29). */
function instant(at: Date): string | null {
  return at.getTime() === 0 ? null : at.toISOString()
}
