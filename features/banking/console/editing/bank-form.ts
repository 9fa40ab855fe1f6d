import { ORPCError } from '@orpc/client'
import type { MergeWords } from '@quaff/platform/console/forms/stale/merge-values'
import { refusedFieldOf } from '@quaff/platform/shared/refusal'
import type { BankOverview } from '../../contract'
import { bankLimits, accountTypes, type AccountType } from '../../contract'
import { checkNumber, lastDigits, type NumberRefusal } from '../../rules'
import { accountTypeWords } from '../bank-state'

export interface BankValues {
  accountName: string
  accountType: AccountType
  routingNumber: string
  accountNumber: string
  /** The end of the new number once more: a slip of the finger sends money to strangers. */
  numberEnd: string
}

/** Neither number is known here, so neither is filled in. */
export function initialValues({ bank }: BankOverview): BankValues {
  const accountType = accountTypes.find((type) => type === bank?.accountType) ?? 'checking'
  return {
    accountName: bank?.accountHolderName ?? '',
    accountType,
    routingNumber: '',
    accountNumber: '',
    numberEnd: '',
  }
}

/** What a blank field keeps, masked; null when it has to be filled in. */
export function keptNumbers({ bank, state }: BankOverview) {
  const hasNumber = bank?.hasEncryptedAccountNumber === true && state !== 'unreadable'
  return { routingNumber: bank?.routingNumber || null, accountNumber: hasNumber ? bank.accountNumber : null }
}
export type KeptNumbers = ReturnType<typeof keptNumbers>

export const bankMergeWords: MergeWords<BankValues> = {
  labels: {
    accountName: 'Account holder',
    accountType: 'Account type',
    routingNumber: 'Routing number',
    accountNumber: 'Account number',
    numberEnd: 'Account number',
  },
  show: { 'Account type': ({ accountType }) => accountTypeWords[accountType] ?? '' },
}

const faults = {
  CHARACTERS: 'Digits and letters only.',
  TOO_SHORT: `At least ${bankLimits.numberMin} characters.`,
  TOO_LONG: `At most ${bankLimits.numberMax} characters.`,
} satisfies Record<NumberRefusal, string>

function numberFault(number: string, kept: string | null, missing: string): string | null {
  if (number === '') return kept === null ? missing : null
  const verdict = checkNumber(number)
  return verdict.ok ? null : faults[verdict.reason]
}

export const endOf = (number: string) => number.slice(-bankLimits.shownDigits)

function endFault({ accountNumber, numberEnd }: BankValues): string | null {
  if (accountNumber === '' || numberEnd === endOf(accountNumber)) return null
  return numberEnd === '' ? 'Enter the end of the account number again.' : 'This is not how the account number ends.'
}

export function validateBank(values: BankValues, kept: KeptNumbers): Partial<Record<keyof BankValues, string | null>> {
  return {
    accountName: values.accountName.trim() === '' ? 'Enter the name of the account holder.' : null,
    routingNumber: numberFault(values.routingNumber, kept.routingNumber, 'Enter the routing number.'),
    accountNumber: numberFault(values.accountNumber, kept.accountNumber, 'Enter the account number.'),
    numberEnd: endFault(values),
  }
}

const fields = ['accountName', 'routingNumber', 'accountNumber'] as const

/** Where a refused save is shown: at its field, or above the form. */
export function saveFault(error: unknown): { field: (typeof fields)[number] | null; text: string } {
  const text = 'The bank details could not be saved. Nothing was changed; try again.'
  if (!(error instanceof ORPCError) || error.status >= 500) return { field: null, text }
  return { field: refusedFieldOf(error, fields) ?? null, text: error.message || text }
}

export const savedSentence = (number: string, kept: string | null) =>
  `Payouts go to the account ending in ${number === '' ? (kept ?? '') : lastDigits(number)}. Owners and administrators are mailed.`
