import { ibanError, isSepaIban } from '@quaff/features/banking/iban-rules'
import { failsRoutingChecksum } from '@quaff/features/banking/rules'
import type { BankFileFormat } from './bank-file-contract'

export const formatLabels: Record<BankFileFormat, string> = {
  csv: 'CSV',
  nacha: 'ACH (NACHA)',
  pain001: 'SEPA (pain.001)',
}

/** CSV takes every currency. */
export const currencyOf: Partial<Record<BankFileFormat, string>> = { nacha: 'usd', pain001: 'eur' }

export const formatsFor = (currency: string): BankFileFormat[] =>
  (['csv', 'nacha', 'pain001'] as const).filter((format) => (currencyOf[format] ?? currency) === currency)

const isUsRouting = (number: string) => /^\d{9}$/.test(number) && !failsRoutingChecksum(number)
export const isPayableIban = (number: string) => ibanError(number) === null && isSepaIban(number)

/** Both numbers normalized. */
export type Payable = { routingNumber: string; accountNumber: string; netMinor: number }

const mostMinor = { nacha: 9_999_999_999, pain001: 99_999_999_999 } as const

/** Returns why the format cannot pay a complete payout, or null if it can. */
export function unfitReason(format: BankFileFormat, payable: Payable): string | null {
  const { routingNumber, accountNumber, netMinor } = payable
  if (format === 'csv') return null
  if (netMinor > mostMinor[format]) return 'The amount is too large for this format'
  if (format === 'pain001') {
    if (ibanError(accountNumber) !== null) return 'No valid IBAN: pay it by CSV'
    return isSepaIban(accountNumber) ? null : 'IBAN outside the SEPA area: pay it by CSV'
  }
  if (!isUsRouting(routingNumber)) return 'No valid US routing number: pay it by CSV'
  return accountNumber.length > 17 ? 'Account number is too long for ACH: pay it by CSV' : null
}

export type PayerSettings = {
  payerName: string | null
  payerBic: string | null
  achBankRouting: string | null
  achCompanyId: string | null
  achOriginId: string | null
}

/** Returns the missing settings by their labels in the platform settings. */
export function missingPayerSettings(format: BankFileFormat, payer: PayerSettings): string[] {
  const needed: [string, string | null][] = [
    ['Company name', payer.payerName],
    ...(format === 'nacha'
      ? ([
          ['Your bank’s routing number', payer.achBankRouting],
          ['ACH company ID', payer.achCompanyId],
        ] as [string, string | null][])
      : []),
  ]
  return format === 'csv' ? [] : needed.flatMap(([label, value]) => (value ? [] : [label]))
}

const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Þ: 'Th',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '–': '-',
  '—': '-',
  _: '-',
  '&': '+',
}

/** Replaces characters that the bank formats do not accept with Latin ones or spaces. */
export function plainLatin(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, (character) => spelled[character] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the next Monday to Friday after a day "YYYY-MM-DD". The bank moves it past its holidays. */
export function nextBankDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  do next.setUTCDate(next.getUTCDate() + 1)
  while ([0, 6].includes(next.getUTCDay()))
  return next.toISOString().slice(0, 10)
}
