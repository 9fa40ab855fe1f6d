const usualDigits = 2
const known = new Map<string, number>()

/** Decimals of the currency: 0 for yen, 3 for Kuwaiti dinars; 2 for a code that nobody knows. */
export function currencyDigits(currency: string): number {
  if (!/^[a-z]{3}$/i.test(currency)) return usualDigits
  const code = currency.toUpperCase()
  // A format costs more than all that is asked of it: a file of a million rows asks twice for each.
  const digits = known.get(code) ?? digitsOf(code)
  known.set(code, digits)
  return digits
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? usualDigits
}

/** "-12.50", "1200" for yen, "1.250" for dinars: digits that add up exactly, whatever their size. Parts of a cent are rounded. */
export function decimalText(amountMinor: number | bigint, currency: string): string {
  const minor = BigInt(typeof amountMinor === 'number' ? Math.round(amountMinor) : amountMinor)
  const [sign, size] = minor < 0n ? ['-', -minor] : ['', minor]
  const digits = currencyDigits(currency)
  const text = String(size).padStart(digits + 1, '0')
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
