/** For files: "29.00", "2900" for yen; null where there is no amount. */
export function amountText(amountMinor: number | null, currency: string): string | null {
  if (amountMinor === null) return null
  const digits = digitsOf(currency)
  return (amountMinor / 10 ** digits).toFixed(digits)
}

function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // Not a code that anybody knows.
    return 2
  }
}
