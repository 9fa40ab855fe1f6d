import { formatMoney } from './figure-text'

export function Money({ amountMinor, currency }: { amountMinor: number | null | undefined; currency: string }) {
  if (amountMinor === null || amountMinor === undefined) return <span className="q-num">—</span>
  return <span className="q-num">{formatMoney(amountMinor, currency)}</span>
}
