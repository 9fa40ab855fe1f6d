import { type AmountTable, codeIn, columnAmount } from '@quaff/platform/server'
import { payoutAdjustments, payoutBankFiles, payouts } from './tables'

export const payoutAmounts: readonly AmountTable[] = [
  {
    table: payouts,
    currency: codeIn(payouts.currency),
    amounts: [payouts.grossMinor, payouts.feeMinor, payouts.adjustmentsMinor, payouts.netMinor].map(columnAmount),
    isIndex: true,
  },
  {
    table: payoutAdjustments,
    currency: codeIn(payoutAdjustments.currency),
    amounts: [columnAmount(payoutAdjustments.amountMinor)],
    isIndex: true,
  },
  {
    table: payoutBankFiles,
    currency: codeIn(payoutBankFiles.currency),
    amounts: [columnAmount(payoutBankFiles.sumMinor)],
  },
]
