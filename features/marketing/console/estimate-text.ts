import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { estimateCurrency } from '../estimate/contract'

/** The language that the pages are written in; the same while prerendering and in the browser. */
const locale = 'en-US'

const whole = moneyFormatter(locale, { minimumFractionDigits: 0, maximumFractionDigits: 0 })
const exact = moneyFormatter(locale)

export const dollars = (amountMinor: number, digits: 0 | 2 = 0) =>
  (digits === 0 ? whole : exact)(amountMinor, estimateCurrency)

export function number(value: number): string {
  return new Intl.NumberFormat(locale).format(value)
}
