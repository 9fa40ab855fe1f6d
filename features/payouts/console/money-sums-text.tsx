import type { ReactNode } from 'react'
import { Money } from '@quaff/platform/console/display/figure-text'
import classes from './payouts.module.css'

type Sum = { amountMinor: number; currency: string }

/** Shows one figure per currency. Currencies are never added together. */
export function MoneySumsText({ label, sums }: { label: ReactNode; sums: readonly Sum[] }) {
  return (
    <p className={classes.sums}>
      <span className="q-secondary">{label}</span>
      {sums.length === 0 && <span className="q-muted">—</span>}
      {sums.map(({ amountMinor, currency }) => (
        <span key={currency} className={classes.figuresSum}>
          <b className="q-h3">
            <Money amountMinor={amountMinor} currency={currency} />
          </b>
          <span className="q-caption">{currency.toUpperCase()}</span>
        </span>
      ))}
    </p>
  )
}
