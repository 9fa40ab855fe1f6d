import { Money } from '@quaff/platform/console/display/money'
import classes from './figures.module.css'

type Amount = { amount: number; currency: string }

/** What is paid; below zero it stands out. */
export function NetText({ amount, currency }: Amount) {
  return (
    <span className={amount < 0 ? classes.negative : undefined}>
      <Money amountMinor={amount} currency={currency} />
    </span>
  )
}

/** What is taken away reads with its sign, what was adjusted with its own; nothing is nothing to draw. */
export const signed = (amount: number, currency: string) =>
  amount === 0 ? null : <Money amountMinor={amount} currency={currency} />
