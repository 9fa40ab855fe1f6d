import type { PayerSettings } from '../../../bank-file-rules'

export type Payment = {
  payoutId: string
  merchantName: string
  accountHolder: string
  routingNumber: string
  accountNumber: string
  accountType: string
  netMinor: number
}

export type BankFileContent = {
  payments: readonly Payment[]
  period: string
  currency: string
  payer: PayerSettings & { payerIban: string }
  /** "YYYY-MM-DD HH:MM:SS" in the platform's zone. */
  createdAt: string
  /** "YYYY-MM-DD" */
  executionDay: string
}
