import { currencyDigits } from './decimals'

type MoneyOptions = Pick<
  Intl.NumberFormatOptions,
  'currencyDisplay' | 'maximumFractionDigits' | 'minimumFractionDigits' | 'notation' | 'trailingZeroDisplay'
>

const isoCode = /^[A-Z]{3}$/

/**
 * Returns a function that formats minor units. Decimals come from our table unless `options` overrides them, because
 * engines differ. A code that the engine rejects follows the number.
 */
export function moneyFormatter(locale?: string, options: MoneyOptions = {}) {
  // Creating a format costs far more than using it.
  const formats = new Map<string, (amount: number) => string>()
  return (amountMinor: number, currency: string): string => {
    const code = currency.toUpperCase()
    const digits = currencyDigits(code)
    const format = formats.get(code) ?? formatOf(code, locale, options)
    if (isoCode.test(code)) formats.set(code, format)
    // Adding 0 removes the sign of a negative zero.
    return format(amountMinor / 10 ** digits + 0)
  }
}

function formatOf(currency: string, locale: string | undefined, options: MoneyOptions): (amount: number) => string {
  const digits = currencyDigits(currency)
  const all = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options }
  if (isoCode.test(currency)) return new Intl.NumberFormat(locale, { style: 'currency', currency, ...all }).format
  const { format } = new Intl.NumberFormat(locale, all)
  return (amount) => `${format(amount)} ${currency}`
}
