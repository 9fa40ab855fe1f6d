import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import type { BankInfo } from '../contract'
import { bankRefusals, numberRefusals } from '../refusals'
import { checkNumber, normalizeNumber } from '../rules'

export type GivenBank = {
  accountHolderName: string
  accountType: string
  /** Null keeps the one on file. */
  routingNumber: string | null
  accountNumber: string | null
}

const nouns = { routingNumber: 'routing number', accountNumber: 'account number' } as const
type NumberField = keyof typeof nouns

export function readBankInfo(info: BankInfo): GivenBank {
  const accountHolderName = withoutControls(info.accountName).trim()
  if (accountHolderName === '') throw refuse(bankRefusals, 'ACCOUNT_NAME')
  return {
    accountHolderName,
    accountType: info.accountType,
    routingNumber: readNumber('routingNumber', info.routingNumber),
    accountNumber: readNumber('accountNumber', info.accountNumber ?? ''),
  }
}

function readNumber(field: NumberField, text: string): string | null {
  const number = normalizeNumber(text)
  if (number === '') return null
  const verdict = checkNumber(number)
  if (!verdict.ok) throw refuse(numberRefusals, verdict.reason, nouns[field]).with({ field })
  return number
}

export function refuseMissing(field: NumberField, why = ''): Refusal {
  return refuse(bankRefusals, 'NUMBER_MISSING', nouns[field], why).with({ field })
}
