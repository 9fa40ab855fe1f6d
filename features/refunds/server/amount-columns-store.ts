import { codeIn, columnAmount, type AmountTable } from '@quaff/platform/server/amounts'
import { refunds } from './tables'

export const refundAmounts: readonly AmountTable[] = [
  {
    table: refunds,
    currency: codeIn(refunds.currency),
    amounts: [refunds.amountMinor, refunds.sumMinor, refunds.bookedMinor].map(columnAmount),
    isIndex: true,
  },
]
