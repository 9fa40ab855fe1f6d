import type { SubscriptionListRow } from '../../contract'
import { priceText } from '../price-text'
import { SubscriptionStatusPill } from '../subscription-status-pill'
import classes from './subscription-list.module.css'
import { subscriberNameOf } from './subscription-name'
import { DateText, RelativeTime } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { Money } from '@quaff/platform/console/display/money'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'

const isOver = (row: SubscriptionListRow) => row.status === 'canceled'

export function subscriptionColumns(timeZone: string, isGlobal: boolean): Column<SubscriptionListRow>[] {
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
          caption={row.email && row.email !== subscriberNameOf(row) ? row.email : undefined}
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
      // Beside the merchant there is no room for all: the sheet and the columns menu have it.
      hiddenByDefault: isGlobal,
      cell: (row) => (isOver(row) ? <span>—</span> : <DateText value={row.currentPeriodEnd} timeZone={timeZone} />),
    },
    {
      id: 'created',
      header: 'Created',
      card: isGlobal ? 'hide' : 'fact',
      cell: (row) => <RelativeTime value={row.createdAt} timeZone={timeZone} />,
    },
  ]
}

function StatusCell({ row, timeZone }: { row: SubscriptionListRow; timeZone: string }) {
  return (
    <span className={classes.state}>
      <SubscriptionStatusPill status={row.status} />
      {row.cancelAtPeriodEnd && !isOver(row) && (
        <span className="q-caption q-nowrap">
          ends <DateText value={row.currentPeriodEnd} timeZone={timeZone} />
        </span>
      )}
    </span>
  )
}
