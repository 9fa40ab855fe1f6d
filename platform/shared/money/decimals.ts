const usualDigits = 2

/**
 * ISO 4217 list one, published 2024-06-25: minor units other than 2. Stored amounts depend on them, so they never come
 * from `Intl`, which differs between engines and versions.
 */
const otherDigits: ReadonlyMap<string, number> = new Map(
  [
    [0, 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'] as const,
    [3, 'bhd iqd jod kwd lyd omr tnd'] as const,
    [4, 'clf uyw'] as const,
  ].flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
)

/** Returns decimals by lower-case code. All other currencies have two. */
export const currencyDecimals = (): Record<string, number> => Object.fromEntries(otherDigits)

/** Returns codes whose decimals differ from ours in `others`, where a missing code has two. */
export const differingCodes = (others: Readonly<Record<string, number>>): string[] =>
  [...new Set([...Object.keys(others), ...otherDigits.keys()])].filter(
    (code) => (others[code] ?? usualDigits) !== currencyDigits(code),
  )

/** Returns the decimals of the currency: 0 for yen, 3 for Kuwaiti dinars, 2 for an unknown code. */
export const currencyDigits = (currency: string): number => otherDigits.get(currency.toLowerCase()) ?? usualDigits

/** Returns "-12.50", "1200" for yen, "1.250" for dinars. Exact for any size; fractions of a minor unit are rounded. */
export function decimalText(amountMinor: number | bigint, currency: string): string {
  const minor = BigInt(typeof amountMinor === 'number' ? Math.round(amountMinor) : amountMinor)
  const [sign, size] = minor < 0n ? ['-', -minor] : ['', minor]
  const digits = currencyDigits(currency)
  const text = String(size).padStart(digits + 1, '0')
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Returns this engine's decimals, which versions before decision 0091 used to store amounts. */
export function engineDecimals(): Record<string, number> {
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(currencyDecimals())])
  return Object.fromEntries(
    [...codes].map((currency) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      return [currency.toLowerCase(), format.resolvedOptions().maximumFractionDigits ?? 2]
    }),
  )
}
