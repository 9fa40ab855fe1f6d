import { BilledAmount } from '@quaff/features/subscriptions/console/billed-amount-widget'
import type { FigureColumn } from '@quaff/platform/console/display/figures-table'
import { DateRangeText, DateText, Money } from '@quaff/platform/console/display/formats'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { RedemptionLine, RenewalLine } from '../../statement-contract'

type LineDetails = { timeZone: string; currency: string }

export const renewalLineId = ({ subscriptionId, periodStart }: RenewalLine) =>
  `${subscriptionId} ${periodStart.getTime()}`

/** The last column adds up to the gross. `withYear` is for paper, which is read in later years. */
export function renewalColumns(
  { timeZone, currency }: LineDetails,
  { withYear }: { withYear: boolean },
): FigureColumn<RenewalLine>[] {
  return [
    {
      id: 'subscriber',
      header: 'Subscriber',
      isTitle: true,
      cell: (line) => (
        <>
          {isolated(line.subscriberName ?? 'Subscriber')}
          {line.isLate && <span className="q-caption"> Late: from an earlier month</span>}
        </>
      ),
    },
    { id: 'plan', header: 'Plan', cell: (line) => line.planName },
    {
      id: 'period',
      header: 'Period',
      cell: (line) => (
        <span className="q-nowrap">
          <DateRangeText from={line.periodStart} to={line.periodEnd} timeZone={timeZone} withYear={withYear} />
        </span>
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      cell: (line) => <BilledAmount amount={line.amount} listAmount={line.listAmount} currency={currency} />,
    },
  ]
}

/** Each amount is 0, because a subscription is paid per period and not per redemption. */
export function redemptionColumns({ timeZone, currency }: LineDetails): FigureColumn<RedemptionLine>[] {
  return [
    { id: 'subscriber', header: 'Subscriber', isTitle: true, cell: (line) => line.subscriberName ?? 'Subscriber' },
    {
      id: 'time',
      header: 'Time',
      cell: (line) => <DateText value={line.redeemedAt} timeZone={timeZone} style="datetime" />,
    },
    { id: 'plan', header: 'Plan', cell: (line) => line.planName },
    { id: 'location', header: 'Location', cell: (line) => line.locationName },
    {
      id: 'amount',
      header: 'Amount',
      align: 'right',
      cell: (line) => <Money amountMinor={line.amount} currency={currency} />,
    },
  ]
}
