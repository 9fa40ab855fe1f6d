import type { MergeLabels } from '@quaff/platform/console/forms/use-merge'
import { refusalText } from '@quaff/platform/shared/refusal'
import { type AccountType, accountTypes, type BankInfo, bankLimits, type BankOverview } from '../contract'
import { bankRefusals, numberRefusals } from '../refusals'
import { checkNumber, lastDigits, normalizeNumber } from '../rules'
import { accountTypeLabels } from './bank-details-section'

export interface BankValues {
  accountName: string
  accountType: AccountType
  routingNumber: string
  accountNumber: string
  /** The user repeats the end of a new number, because a typo would pay someone else. */
  numberEnd: string
}

/** Blank number fields keep the stored numbers. The browser never gets the full account number. */
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

/** Returns the values that blank fields keep, with a masked account number; null if a field is required. */
export function keptNumbers({ bank, state }: BankOverview) {
  const hasNumber = bank?.hasEncryptedAccountNumber === true && state !== 'unreadable'
  return { routingNumber: bank?.routingNumber || null, accountNumber: hasNumber ? bank.accountNumber : null }
}
export type KeptNumbers = ReturnType<typeof keptNumbers>

export const bankMergeLabels: MergeLabels<BankValues> = {
  labels: {
    accountName: 'Account holder',
    accountType: 'Account type',
    routingNumber: 'Routing number',
    accountNumber: 'Account number',
    numberEnd: 'Account number',
  },
  show: { 'Account type': ({ accountType }) => accountTypeLabels[accountType] ?? '' },
}

function numberError(noun: string, typed: string, stored: string | null): string | null {
  const number = normalizeNumber(typed)
  if (number === '') return stored === null ? refusalText(bankRefusals, 'NUMBER_MISSING', noun, '') : null
  const verdict = checkNumber(number)
  return verdict.ok ? null : refusalText(numberRefusals, verdict.reason, noun)
}

export const endOf = (number: string) => number.slice(-bankLimits.shownDigits)

function endError(values: BankValues): string | null {
  const [accountNumber, numberEnd] = [normalizeNumber(values.accountNumber), normalizeNumber(values.numberEnd)]
  if (accountNumber === '' || numberEnd === endOf(accountNumber)) return null
  return numberEnd === '' ? 'Re-enter the end of the account number.' : 'Account numbers don’t match.'
}

export function validateBank(
  values: BankValues,
  stored: KeptNumbers,
): Partial<Record<keyof BankValues, string | null>> {
  return {
    accountName: values.accountName.trim() === '' ? refusalText(bankRefusals, 'ACCOUNT_NAME') : null,
    routingNumber: numberError('routing number', values.routingNumber, stored.routingNumber),
    accountNumber: numberError('account number', values.accountNumber, stored.accountNumber),
    numberEnd: endError(values),
  }
}

/** Omits a blank account number (spec §5). */
export function toBankInfo({ accountName, accountType, ...typed }: BankValues): BankInfo {
  const accountNumber = normalizeNumber(typed.accountNumber)
  const routingNumber = normalizeNumber(typed.routingNumber)
  return { accountName: accountName.trim(), accountType, routingNumber, ...(accountNumber !== '' && { accountNumber }) }
}

export const savedSentence = (number: string, stored: string | null) =>
  `Payouts go to the account ending in ${number === '' ? (stored ?? '') : lastDigits(number)}. We email owners and administrators.`
