import { exactCsvLines, product } from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import type { BankFileContent } from './bank-file-content'

const columns = [
  'Payout',
  'Merchant',
  'Account Holder',
  'Routing Number',
  'Account Number',
  'Account Type',
  'Amount',
  'Currency',
  'Reference',
] as const

/** Writes no byte order mark and escapes no names, because a bank reads the file. */
export function writeCsvBankFile({ payments, period, currency }: BankFileContent): string {
  const rows = payments.map((payment) => [
    payment.payoutId,
    payment.merchantName,
    payment.accountHolder,
    payment.routingNumber,
    payment.accountNumber,
    payment.accountType,
    decimalText(payment.netMinor, currency),
    currency.toUpperCase(),
    `${product.name} ${period}`,
  ])
  return exactCsvLines([columns, ...rows])
}
