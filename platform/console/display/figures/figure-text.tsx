import { currencyDigits } from '@quaff/platform/shared/money/decimals'

const countFormat = new Intl.NumberFormat()
const averageFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'negative' })
const shareFormats = new Map<string, Intl.NumberFormat>()
const moneyFormats = new Map<string, Intl.NumberFormat | undefined>()

/** A hyphen is as wide as half a digit and is broken off at the end of a line; a minus is neither. */
const withMinus = (text: string) => text.replace('-', '−')

export const formatCount = (count: number) => withMinus(countFormat.format(count))

/** "1 drink", "1,204 drinks" */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const formatAverage = (value: number) => withMinus(averageFormat.format(value))

/** "7.8%" of 7.8 */
export const formatPercent = (percent: number, mostDigits = 1) => formatShare(percent / 100, mostDigits)

/** "7.8%" of 0.078 */
export const formatShare = (share: number, mostDigits = 1) => shareText(share, 0, mostDigits)

/** In a column of them: "8.0%" below "7.8%", so that the points stand below each other. */
export const formatShareCell = (share: number) => shareText(share, 1, 1)

function shareText(share: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  const digits = { minimumFractionDigits, maximumFractionDigits }
  const key = `${minimumFractionDigits} ${maximumFractionDigits}`
  const format =
    shareFormats.get(key) ?? new Intl.NumberFormat(undefined, { style: 'percent', signDisplay: 'negative', ...digits })
  shareFormats.set(key, format)
  return withMinus(format.format(share))
}

/** Whether a change of so many percent would read "0%". */
export const isNoChange = (percent: number) => Math.abs(percent) < 0.05

/** `amountMinor` counts the currency's smallest unit (cents; yen have none). `currency` is an ISO code in any case. */
export function formatMoney(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase()
  const digits = currencyDigits(code)
  // The sign of a zero, as that of a deduction of nothing, is not shown.
  const amount = amountMinor / 10 ** digits + 0
  return withMinus(moneyFormatOf(code)?.format(amount) ?? `${amount.toFixed(digits)} ${code}`)
}

/** "+$12.00", "−$3.00", and "$0.00" without a sign. */
export const formatMoneyChange = (amountMinor: number, currency: string) =>
  `${amountMinor > 0 ? '+' : ''}${formatMoney(amountMinor, currency)}`

/** On an axis: "$20K" of 2,000,000 cents. */
export function formatMoneyShort(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase()
  const amount = amountMinor / 10 ** currencyDigits(code)
  const options = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const
  const style = moneyFormatOf(code) && ({ style: 'currency', currency: code } as const)
  return withMinus(new Intl.NumberFormat(undefined, { ...style, ...options }).format(amount))
}

function moneyFormatOf(code: string): Intl.NumberFormat | undefined {
  if (!moneyFormats.has(code)) moneyFormats.set(code, newMoneyFormat(code))
  return moneyFormats.get(code)
}

function newMoneyFormat(currency: string): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency })
  } catch {
    return undefined
  }
}
