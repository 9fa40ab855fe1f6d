import { currencyDigits } from '@quaff/platform/shared/money/decimals'

function formatterFor(currency: string): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency })
  } catch {
    return undefined
  }
}

const formatters = new Map<string, Intl.NumberFormat | undefined>()

/** `amountMinor` counts the currency's smallest unit (cents; yen have none). `currency` is an ISO code in any case. */
export function formatMoney(amountMinor: number, currency: string): string {
  const code = currency.toUpperCase()
  if (!formatters.has(code)) formatters.set(code, formatterFor(code))
  const formatter = formatters.get(code)
  const digits = currencyDigits(code)
  // The sign of a zero, as that of a deduction of nothing, is not shown.
  const amount = amountMinor / 10 ** digits + 0
  return formatter?.format(amount) ?? `${amount.toFixed(digits)} ${code}`
}

interface MoneyProps {
  amountMinor: number | null | undefined
  currency: string
}

export function Money({ amountMinor, currency }: MoneyProps) {
  if (amountMinor === null || amountMinor === undefined) return <span className="q-num">—</span>
  return <span className="q-num">{formatMoney(amountMinor, currency)}</span>
}
