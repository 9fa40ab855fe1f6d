/** The details that decide whether a merchant can be paid; null if none were saved. */
export type PayableBank = { hasAccountNumber: boolean; numberOpens: boolean; routingNumber: string }

/** Returns why a payout cannot be paid yet, or null if a complete account is on file. */
export function bankProblemOf(bank: PayableBank | null): string | null {
  if (!bank) return 'No bank account on file'
  if (!bank.hasAccountNumber) return 'Account number is missing'
  if (!bank.numberOpens) return 'Re-enter the account number'
  return bank.routingNumber.trim() === '' ? 'Routing number is missing' : null
}
