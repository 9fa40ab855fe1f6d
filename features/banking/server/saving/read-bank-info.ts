import { Refusal } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import { bankLimits, type BankInfo, type BankWarning } from '../../contract'
import { checkNumber, failsRoutingChecksum, stripNumber, type NumberRefusal } from '../../rules'

export type GivenBank = {
  accountHolderName: string
  accountType: string
  /** Null keeps the one on file. */
  routingNumber: string | null
  accountNumber: string | null
}

const nouns = { routingNumber: 'routing number', accountNumber: 'account number' } as const
type NumberField = keyof typeof nouns

/** No message repeats what was typed. */
const faults = {
  CHARACTERS: (noun) => `The ${noun} may hold digits and letters only.`,
  TOO_SHORT: (noun) => `The ${noun} has at least ${bankLimits.numberMin} characters.`,
  TOO_LONG: (noun) => `The ${noun} has at most ${bankLimits.numberMax} characters.`,
} satisfies Record<NumberRefusal, (noun: string) => string>

export function readBankInfo(info: BankInfo): GivenBank {
  const accountHolderName = withoutControls(info.accountName).trim()
  if (accountHolderName === '')
    throw new Refusal('BAD_REQUEST', 'ACCOUNT_NAME', 'Enter the name of the account holder.', { field: 'accountName' })
  return {
    accountHolderName,
    accountType: info.accountType,
    routingNumber: readNumber('routingNumber', info.routingNumber),
    accountNumber: readNumber('accountNumber', info.accountNumber ?? ''),
  }
}

function readNumber(field: NumberField, text: string): string | null {
  const number = stripNumber(text)
  if (number === '') return null
  const verdict = checkNumber(number)
  if (!verdict.ok) throw new Refusal('BAD_REQUEST', verdict.reason, faults[verdict.reason](nouns[field]), { field })
  return number
}

export function refuseMissing(field: NumberField, why = ''): Refusal {
  return new Refusal('BAD_REQUEST', 'NUMBER_MISSING', `${why}Enter the ${nouns[field]}.`, { field })
}

export function warningsOf(routingNumber: string): BankWarning[] {
  return failsRoutingChecksum(routingNumber) ? ['ROUTING_CHECKSUM'] : []
}
