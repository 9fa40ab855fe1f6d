import { formatDate, toMoment } from '@quaff/platform/console/display/date-time'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { inZone } from '@quaff/platform/console/display/measured/measured-words'
import type { SubscriptionRecord } from '../contract'
import type { EndingTime } from '../ending/contract'

export type Ending = Pick<
  SubscriptionRecord,
  'currentPeriodEnd' | 'charges' | 'status' | 'endsAt' | 'monthlyAmount' | 'currency'
>

/** Why it cannot end with its period; undefined where it can. */
export function noPeriodEndReason({ currentPeriodEnd, endsAt }: Ending, now: Date): string | undefined {
  if (endsAt && endsAt <= currentPeriodEnd) return 'It’s already set to end with this period.'
  return currentPeriodEnd <= now ? 'Its current period is over.' : undefined
}

/** What the choice does to the subscriber and to the money, in sentences. */
export function consequences(record: Ending, when: EndingTime, timeZone: string): string[] {
  const { currentPeriodEnd, charges, status, monthlyAmount, currency } = record
  const end = toMoment(currentPeriodEnd) ? formatDate(currentPeriodEnd, 'datetime', { timeZone }) : '—'
  const [last] = charges
  const paid = last
    ? `The ${formatMoney(last.amount, last.currency)} charge from ${formatDate(last.periodStart, 'date', { timeZone })} isn’t refunded.`
    : 'Nothing was charged.'
  const revenue = `Monthly revenue drops by ${formatMoney(monthlyAmount, currency)}${when === 'now' ? '' : ' then'}.`
  const usage =
    when === 'now'
      ? 'The pass stops working right away. This can’t be undone.'
      : `The pass works until ${end}${inZone(timeZone)}. You can keep the subscription until then.`
  return [usage, paid, 'No more charges.', ...(status === 'active' ? [revenue] : [])]
}
