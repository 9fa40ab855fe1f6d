import { formatMoney } from './figures/figure-text'

interface MoneyProps {
  amountMinor: number | null | undefined
  currency: string
}

export function Money({ amountMinor, currency }: MoneyProps) {
  if (amountMinor === null || amountMinor === undefined) return <span className="q-num">—</span>
  return <span className="q-num">{formatMoney(amountMinor, currency)}</span>
}
