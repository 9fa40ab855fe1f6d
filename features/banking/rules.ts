import { refuse, type ReasonIn, type Refusal, type Verdict } from '@quaff/platform/shared/refusal'
import { bankLimits, type BankState } from './contract'
import { bankRefusals, type numberRefusals } from './refusals'

const fullWidth = /[\uFF01-\uFF5E]/g
const separators = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Pd}\u2043\u2212.\u00B7\u2024\u3002]/gu

/**
 * Strips all whitespace (spec §5), hyphens, dots, invisible characters and a leading "IBAN:"; returns ASCII capitals.
 * Typing, storing and comparing all use it.
 */
export function normalizeNumber(text: string): string {
  return text
    .replace(fullWidth, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replace(separators, '')
    .toUpperCase()
    .replace(/^IBAN(:|(?=[A-Z]{2}\d{2}))/, '')
}

export type NumberRefusal = ReasonIn<typeof numberRefusals>

/** Checks a normalized number. Numbers differ from country to country, so only the plainly wrong is refused. */
export function checkNumber(number: string): Verdict<NumberRefusal> {
  if (!/^[0-9A-Z]*$/.test(number)) return { ok: false, reason: 'CHARACTERS' }
  if (number.length < bankLimits.numberMin) return { ok: false, reason: 'TOO_SHORT' }
  if (number.length > bankLimits.numberMax) return { ok: false, reason: 'TOO_LONG' }
  return { ok: true }
}

const checksumWeights = [3, 7, 1] as const

/** Whether nine digits fail the checksum of US routing numbers: a warning, because other countries have nine digits too. */
export function failsRoutingChecksum(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * (checksumWeights[at % 3] ?? 0), 0)
  return sum % 10 !== 0 || sum === 0
}

/** The last four, and never more than half of a number. */
export function lastDigits(number: string): string {
  const shown = Math.min(bankLimits.shownDigits, Math.floor(number.length / 2))
  return shown === 0 ? '' : number.slice(-shown)
}

export function maskNumber(shown: string): string {
  return `••••${shown}`
}

export type BankFacts = {
  accountHolderName: string
  accountType: string
  routingNumber: string
  hasEncryptedAccountNumber: boolean
  numberOpens: boolean
  verifiedAt: Date | null
}

export function bankState(facts: BankFacts | null): BankState {
  if (!facts) return 'none'
  if (facts.hasEncryptedAccountNumber && !facts.numberOpens) return 'unreadable'
  const isComplete =
    facts.hasEncryptedAccountNumber &&
    [facts.accountHolderName, facts.accountType, facts.routingNumber].every((text) => text !== '')
  return isComplete && facts.verifiedAt !== null ? 'verified' : 'incomplete'
}

/** Nobody changes the details of an archived merchant; owners not those of a declined one either. */
export function lockedRefusal(merchantStatus: string, isAdmin: boolean): Refusal | null {
  if (merchantStatus === 'archived') return refuse(bankRefusals, 'MERCHANT_LOCKED', 'is archived', 'Restore it first.')
  if (merchantStatus !== 'rejected' || isAdmin) return null
  return refuse(bankRefusals, 'MERCHANT_LOCKED', 'was declined', 'Ask an administrator.')
}
