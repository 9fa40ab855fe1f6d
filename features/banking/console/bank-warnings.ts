import type { BankWarning } from '../contract'
import { normalizeNumber } from '../rules'
import { bankNumberWarnings } from '../warnings/rules'
import type { BankValues, KeptNumbers } from './bank-form'

export const warningTexts: Record<BankWarning, string> = {
  SWAPPED: 'The routing number and the account number look swapped.',
  ROUTING_CHECKSUM: 'This isn’t a valid US routing number. Check it against a bank statement.',
  ROUTING_LENGTH:
    'This routing number has an unusual length: US numbers have 9 digits, UK sort codes and Australian BSBs 6.',
  ROUTING_LETTER_O: 'The routing number contains the letter O. Did you mean zero?',
  ACCOUNT_LETTER_O: 'The account number contains the letter O. Did you mean zero?',
  IBAN_LENGTH: 'This IBAN has the wrong length for its country. Check it against a bank statement.',
  IBAN_CHECK: 'This isn’t a valid IBAN: its check digits don’t match. Check it against a bank statement.',
}

/** Returns no warnings while both numbers stay as they are on file. */
export function typedWarnings(values: BankValues, kept: KeptNumbers): BankWarning[] {
  const typed = { routing: normalizeNumber(values.routingNumber), account: normalizeNumber(values.accountNumber) }
  if (typed.routing === '' && typed.account === '') return []
  const routingNumber = typed.routing || (kept.routingNumber ?? '')
  return bankNumberWarnings({ routingNumber, accountNumber: typed.account || null })
}
