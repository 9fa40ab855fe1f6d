import type { BankWarning } from '../../contract'

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
