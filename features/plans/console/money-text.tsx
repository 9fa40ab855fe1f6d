import { formatMoney } from '@quaff/platform/console/display/figure-text'

interface MoneyListProps {
  amounts: readonly { amountMinor: number; currency: string }[]
  /** What stands for no amount: nothing to divide, or nothing earned. */
  none?: string
}

/** One amount per currency, one below the other: they are never added together. */
export function MoneyList({ amounts, none = '—' }: MoneyListProps) {
  if (amounts.length === 0) return <span className="q-num">{none}</span>
  return amounts.map(({ amountMinor, currency }) => (
    <span key={currency} className="q-num" style={{ display: 'block' }}>
      {formatMoney(amountMinor, currency)}
    </span>
  ))
}
