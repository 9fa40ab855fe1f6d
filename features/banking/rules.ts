import { type ReasonIn, type Refusal, refuse, type Verdict } from '@quaff/platform/shared/refusal'
import { bankLimits, type BankState, type BankWarning } from './contract'
import { ibanError, looksLikeIban } from './iban-rules'
import { bankRefusals, type numberRefusals } from './refusals'

const fullWidth = /[\uFF01-\uFF5E]/g
const separators = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Pd}\u2043\u2212.\u00B7\u2024\u3002]/gu

/**
 * Strips whitespace (spec §5), hyphens, dots, invisible characters and a leading "IBAN:", and converts to ASCII
 * capitals. Typing, storing and comparing all use it.
 */
export function normalizeNumber(text: string): string {
  return text
    .replace(fullWidth, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replace(separators, '')
    .toUpperCase()
    .replace(/^IBAN(:|(?=[A-Z]{2}\d{2}))/, '')
}

export type NumberRefusal = ReasonIn<typeof numberRefusals>

/** Checks a normalized number. Formats differ by country, so it refuses only clearly invalid numbers. */
export function checkNumber(number: string): Verdict<NumberRefusal> {
  if (!/^[0-9A-Z]*$/.test(number)) return { ok: false, reason: 'CHARACTERS' }
  if (number.length < bankLimits.numberMin) return { ok: false, reason: 'TOO_SHORT' }
  if (number.length > bankLimits.numberMax) return { ok: false, reason: 'TOO_LONG' }
  return { ok: true }
}

const checksumWeights = [3, 7, 1] as const

/**
 * Returns true if nine digits fail the checksum of US routing numbers. Only a warning, because other countries have
 * nine digits too.
 */
export function failsRoutingChecksum(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (checksumWeights[at % 3] ?? 0), 0)
  return sum % 10 !== 0 || sum === 0
}

/** Returns the last four characters, and never more than half of the number. */
export function lastDigits(number: string): string {
  const shown = Math.min(bankLimits.shownDigits, Math.floor(number.length / 2))
  return shown === 0 ? '' : number.slice(-shown)
}

export function maskNumber(shown: string): string {
  return `••••${shown}`
}

export type BankDetails = {
  accountHolderName: string
  accountType: string
  routingNumber: string
  hasEncryptedAccountNumber: boolean
  numberOpens: boolean
  verifiedAt: Date | null
}

export function bankState(details: BankDetails | null): BankState {
  if (!details) return 'none'
  if (details.hasEncryptedAccountNumber && !details.numberOpens) return 'unreadable'
  const isComplete =
    details.hasEncryptedAccountNumber &&
    [details.accountHolderName, details.accountType, details.routingNumber].every((text) => text !== '')
  return isComplete && details.verifiedAt !== null ? 'verified' : 'incomplete'
}

/** Details of an archived merchant are locked for everyone, those of a declined one for its owners. */
export function lockedRefusal(merchantStatus: string, isAdmin: boolean): Refusal | null {
  if (merchantStatus === 'archived') return refuse(bankRefusals, 'MERCHANT_LOCKED', 'is archived', 'Restore it first.')
  if (merchantStatus !== 'rejected' || isAdmin) return null
  return refuse(bankRefusals, 'MERCHANT_LOCKED', 'was rejected', 'Ask an administrator.')
}

export type BankNumbers = {
  routingNumber: string
  /** Null keeps the stored number, which is not checked. */
  accountNumber: string | null
}

/** Returns warnings about normalized numbers. Schemes differ too much between countries to refuse any. */
export function bankNumberWarnings({ routingNumber, accountNumber }: BankNumbers): BankWarning[] {
  const account = accountNumber ?? ''
  const isSwapped = looksSwapped(routingNumber, account)
  const warnings: (BankWarning | false)[] = [
    isSwapped && 'SWAPPED',
    hasLetterO(routingNumber) && 'ROUTING_LETTER_O',
    !isSwapped && failsRoutingChecksum(routingNumber) && !isCanadian(routingNumber) && 'ROUTING_CHECKSUM',
    !isSwapped && hasOddLength(routingNumber, account) && 'ROUTING_LENGTH',
    ...(isSwapped ? [] : accountWarnings(account)),
  ]
  return warnings.filter((warning) => warning !== false)
}

function accountWarnings(account: string): BankWarning[] {
  if (hasLetterO(account)) return ['ACCOUNT_LETTER_O']
  if (!looksLikeIban(account)) return []
  const error = ibanError(account)
  if (error === null) return []
  if (error === 'LENGTH') return ['IBAN_LENGTH']
  return isRightWithZeros(account) ? ['ACCOUNT_LETTER_O'] : ['IBAN_CHECK']
}

const hasLetterO = (number: string) => /O/.test(number) && /^[\dO]+$/.test(number)

const isRightWithZeros = (iban: string) => {
  const corrected = iban.slice(0, 2) + iban.slice(2).replaceAll('O', '0')
  return corrected !== iban && ibanError(corrected) === null
}

/** A Canadian number has nine digits: zero, institution and transit, like 0 001 12345. */
const isCanadian = (number: string) => /^0(00[12346]|010|016|030|039|614|815|828)\d{5}$/.test(number)

const isBic = (text: string) => /^[A-Z]{6}[\dA-Z]{2}([\dA-Z]{3})?$/.test(text)
const isUsRouting = (number: string) => /^\d{9}$/.test(number) && !failsRoutingChecksum(number)

function looksSwapped(routing: string, account: string): boolean {
  if (looksLikeIban(routing) || isBic(account)) return true
  if (/^\d{8}$/.test(routing) && /^\d{6}$/.test(account)) return true
  return /^\d{7,17}$/.test(routing) && !isUsRouting(routing) && isUsRouting(account)
}

/** No common scheme has this length, so a digit may be missing or doubled. An IBAN already contains the bank. */
function hasOddLength(routing: string, account: string): boolean {
  if (!/^\d+$/.test(routing) || looksLikeIban(account)) return false
  const isJapanese = routing.length === 7 && account.length === 7
  return ![4, 6, 8, 9, 12].includes(routing.length) && !isJapanese
}
