import { formatMoney } from '@quaff/platform/console/display/figure-text'
import type { BillingInterval } from '../contract'
import { intervalText } from '../rules'

type Billed = { amount: number; currency: string; interval: BillingInterval; intervalCount: number }

/** "$29.00 / month", "£9.00 / 2 weeks" */
export const priceText = ({ amount, currency, ...every }: Billed) =>
  `${formatMoney(amount, currency)} / ${intervalText(every)}`
