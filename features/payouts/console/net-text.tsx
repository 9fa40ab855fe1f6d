import { formatMoneyChange, Money } from '@quaff/platform/console/display/figure-text'
import classes from './payouts.module.css'

type Amount = { amount: number; currency: string }

/** Highlights a net below zero. */
export function NetText({ amount, currency }: Amount) {
  return (
    <span className={amount < 0 ? classes.negative : undefined}>
      <Money amountMinor={amount} currency={currency} />
    </span>
  )
}

/** Returns an amount with its sign, or nothing for 0. */
export const signed = (amount: number, currency: string) =>
  amount === 0 ? null : <span className="q-num">{formatMoneyChange(amount, currency)}</span>
