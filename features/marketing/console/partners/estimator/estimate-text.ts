import { estimateCurrency } from '../../../estimate/contract'

/** The language that the pages are written in; the same while prerendering and in the browser. */
const locale = 'en-US'

export function dollars(amountMinor: number, digits: 0 | 2 = 0): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: estimateCurrency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 100)
}

export function number(value: number): string {
  return new Intl.NumberFormat(locale).format(value)
}
