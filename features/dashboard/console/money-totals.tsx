import { formatMoneyWithCode, Money } from '@quaff/platform/console/display/figure-text'

type Total = { amountMinor: number; currency: string }

/** Currencies are never added together: the first is the figure, the others follow in words. */
export function MainTotal({ totals }: { totals: readonly Total[] }) {
  const [first] = totals
  return <Money amountMinor={first?.amountMinor ?? 0} currency={first?.currency ?? 'usd'} />
}

export function otherTotals(totals: readonly Total[]): string | undefined {
  const rest = totals.slice(1).map((total) => formatMoneyWithCode(total.amountMinor, total.currency))
  return rest.length === 0 ? undefined : rest.join(' · ')
}
