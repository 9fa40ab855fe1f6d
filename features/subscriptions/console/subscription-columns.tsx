import { DateText, RelativeTime, Money } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { SubscriptionListRow } from '../contract'
import { subscriberCaptionOf, subscriberNameOf } from './subscription-name'
import type { SubscriptionSearch } from './subscription-search-widget'
import { SubscriptionStatusPill, EndsText, priceText } from './subscription-status-widget'
import classes from './subscriptions.module.css'

const isOver = (row: SubscriptionListRow) => row.status === 'canceled'

/** `search` decides which dates are shown. The columns menu can show the others. */
export function subscriptionColumns(
  timeZone: string,
  { isGlobal, showsReason }: { isGlobal: boolean; /** Shows who canceled and why. */ showsReason: boolean },
  { status, endsFrom, endsTo, ending, on }: SubscriptionSearch = {},
): Column<SubscriptionListRow>[] {
  const isAboutEnds = status === 'canceled' && on === undefined
  const merchant: Column<SubscriptionListRow> = {
    id: 'merchant',
    header: 'Merchant',
    card: 'fact',
    cell: (row) => (
      <span className={classes.text} title={row.merchantName}>
        {row.merchantName}
      </span>
    ),
  }
  return [
    {
      id: 'subscriber',
      header: 'Subscriber',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={subscriberNameOf(row)}
          caption={subscriberCaptionOf(row)}
          mark={<InitialsMark name={subscriberNameOf(row)} round />}
        />
      ),
    },
    { id: 'status', header: 'Status', card: 'status', cell: (row) => <StatusCell row={row} timeZone={timeZone} /> },
    ...(isGlobal ? [merchant] : []),
    {
      id: 'plan',
      header: 'Plan',
      card: 'fact',
      cell: (row) => (
        <span className={classes.text} title={row.planName}>
          {row.planName}
        </span>
      ),
    },
    {
      id: 'price',
      header: 'Price',
      align: 'right',
      card: 'fact',
      cell: (row) => <span className="q-num">{priceText(row)}</span>,
    },
    {
      id: 'monthly',
      header: 'A month',
      align: 'right',
      card: 'hide',
      hiddenByDefault: true,
      cell: (row) => <Money amountMinor={row.monthlyAmount} currency={row.currency} />,
    },
    {
      id: 'periodEnd',
      header: 'Period ends',
      card: 'hide',
      // The merchant column takes its place. The sheet and the columns menu have it.
      hiddenByDefault: isGlobal,
      cell: (row) => (isOver(row) ? <span>—</span> : <DateText value={row.currentPeriodEnd} timeZone={timeZone} />),
    },
    {
      id: 'canceled',
      header: 'Canceled',
      card: isAboutEnds ? 'fact' : 'hide',
      hiddenByDefault: !isAboutEnds,
      cell: (row) => <EndCell showsReason={showsReason} row={row} at={row.canceledAt} timeZone={timeZone} />,
    },
    {
      id: 'endsOn',
      header: 'Ends on',
      card: 'hide',
      hiddenByDefault: endsFrom === undefined && endsTo === undefined && !ending,
      cell: (row) => <EndCell showsReason={showsReason} row={row} at={row.endsAt} timeZone={timeZone} />,
    },
    {
      id: 'created',
      header: 'Created',
      card: isGlobal ? 'hide' : 'fact',
      hiddenByDefault: isGlobal && isAboutEnds,
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
  ]
}

type EndCellProps = { row: SubscriptionListRow; at: Date | null; timeZone: string; showsReason: boolean }

function EndCell({ row, at, timeZone, showsReason }: EndCellProps) {
  if (!at) return <span>—</span>
  const reason = [row.endedBy && `by ${isolated(row.endedBy)}`, row.cancelReason].filter(Boolean).join(': ')
  return (
    <span className={classes.state}>
      <DateText value={at} timeZone={timeZone} />
      {showsReason && <span className="q-caption">{reason || 'by the subscriber or the provider'}</span>}
    </span>
  )
}

function StatusCell({ row, timeZone }: { row: SubscriptionListRow; timeZone: string }) {
  return (
    <span className={classes.state}>
      <SubscriptionStatusPill status={row.status} />
      <EndsText endsAt={row.endsAt} timeZone={timeZone} />
    </span>
  )
}
