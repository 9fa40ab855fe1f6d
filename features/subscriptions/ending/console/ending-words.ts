import { formatDate, toMoment } from '@quaff/platform/console/display/date-time'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import type { SubscriptionRecord } from '../../contract'
import type { EndingTime } from '../contract'

export type Ending = Pick<
  SubscriptionRecord,
  'currentPeriodEnd' | 'charges' | 'status' | 'endsAt' | 'monthlyAmount' | 'currency'
>

/** Why it cannot end with its period; undefined where it can. */
export function noPeriodEndReason({ currentPeriodEnd, endsAt }: Ending, now: Date): string | undefined {
  if (endsAt && endsAt <= currentPeriodEnd) return 'It is set to end with its period already.'
  return currentPeriodEnd <= now ? 'It has no period that is still running.' : undefined
}

/** What the choice does to the subscriber and to the money, in sentences. */
export function consequences(record: Ending, when: EndingTime, timeZone: string): string[] {
  const { currentPeriodEnd, charges, status, monthlyAmount, currency } = record
  const end = toMoment(currentPeriodEnd) ? formatDate(currentPeriodEnd, 'datetime', { timeZone }) : '—'
  const [last] = charges
  const paid = last
    ? `The charge of ${formatMoney(last.amount, last.currency)} for the period from ${formatDate(last.periodStart, 'date', { timeZone })} stays in the payout: nothing is paid back by this.`
    : 'Nothing was charged for it, so there is nothing to pay back.'
  const revenue = `The monthly revenue falls by ${formatMoney(monthlyAmount, currency)}${when === 'now' ? '' : ' then'}.`
  const usage =
    when === 'now'
      ? 'The pass stops working at once. This cannot be undone: the subscriber has to subscribe again.'
      : `The pass works until ${end} (${timeZone}), then it ends by itself. Until then you can keep the subscription.`
  return [usage, paid, 'There is no further charge.', ...(status === 'active' ? [revenue] : [])]
}
