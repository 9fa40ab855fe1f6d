import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import type { BillingInterval } from '../contract'

type Billed = { amount: number; currency: string; interval: BillingInterval; intervalCount: number }

/** "$29.00 / month", "£9.00 / 2 weeks" */
export function priceText({ amount, currency, interval, intervalCount }: Billed): string {
  const every = intervalCount === 1 ? interval : `${intervalCount} ${interval}s`
  return `${formatMoney(amount, currency)} / ${every}`
}
