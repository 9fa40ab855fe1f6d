import type { BankWarning } from '../contract'
import { ibanFault, looksLikeIban } from '../iban-rules'
import { failsRoutingChecksum } from '../rules'

export type BankNumbers = {
  routingNumber: string
  /** Null: the one on file stays, and is not looked at. */
  accountNumber: string | null
}

/** Reports what looks wrong about normalized numbers; schemes differ too much between countries to refuse any of it. */
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
  const fault = ibanFault(account)
  if (fault === null) return []
  if (fault === 'LENGTH') return ['IBAN_LENGTH']
  return isRightWithZeros(account) ? ['ACCOUNT_LETTER_O'] : ['IBAN_CHECK']
}

const hasLetterO = (number: string) => /O/.test(number) && /^[\dO]+$/.test(number)

const isRightWithZeros = (iban: string) => {
  const corrected = iban.slice(0, 2) + iban.slice(2).replaceAll('O', '0')
  return corrected !== iban && ibanFault(corrected) === null
}

/** A nine-digit Canadian number is a zero, the institution and the transit: 0 001 12345. */
const isCanadian = (number: string) => /^0(00[12346]|010|016|030|039|614|815|828)\d{5}$/.test(number)

const isBic = (text: string) => /^[A-Z]{6}[\dA-Z]{2}([\dA-Z]{3})?$/.test(text)
const isUsRouting = (number: string) => /^\d{9}$/.test(number) && !failsRoutingChecksum(number)

function looksSwapped(routing: string, account: string): boolean {
  if (looksLikeIban(routing) || isBic(account)) return true
  if (/^\d{8}$/.test(routing) && /^\d{6}$/.test(account)) return true
  return /^\d{7,17}$/.test(routing) && !isUsRouting(routing) && isUsRouting(account)
}

/** Digits of a length that no common scheme has: one was lost or typed twice. An IBAN holds the bank already. */
function hasOddLength(routing: string, account: string): boolean {
  if (!/^\d+$/.test(routing) || looksLikeIban(account)) return false
  const isJapanese = routing.length === 7 && account.length === 7
  return ![4, 6, 8, 9, 12].includes(routing.length) && !isJapanese
}
