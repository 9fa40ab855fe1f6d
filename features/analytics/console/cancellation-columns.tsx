import type { SubscriptionListRow } from '@quaff/features/subscriptions/contract'
import { DateText } from '@quaff/platform/console/display/date-time'
import { counted, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import type { FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { canceledLink, type LinkScope } from './overview-links'

const dayMs = 86_400_000

/** `isTold`: the reader may know why, and who canceled it. */
export function cancellationColumns(
  scope: LinkScope & { isTold: boolean; timeZone: string },
): FigureColumn<SubscriptionListRow>[] {
  const { isTold, timeZone, isGlobalView, range } = scope
  const isOfSeveral = isGlobalView && range.merchantId === undefined
  return [
    {
      id: 'who',
      header: 'Customer',
      isTitle: true,
      cell: (row) => (
        <AppLink to={`${canceledLink(scope, range)}&id=${encodeURIComponent(row.id)}`}>
          {row.subscriberName ?? row.email ?? 'Subscriber'}
        </AppLink>
      ),
    },
    ...(isOfSeveral
      ? [{ id: 'merchant', header: 'Merchant', cell: (row: SubscriptionListRow) => row.merchantName }]
      : []),
    { id: 'plan', header: 'Plan', cell: (row) => row.planName },
    { id: 'left', header: 'Canceled', cell: (row) => <DateText value={row.updatedAt} timeZone={timeZone} /> },
    { id: 'stayed', header: 'Tenure', cell: stayedText },
    ...(isTold ? [{ id: 'why', header: 'Reason', cell: whyText }] : []),
    { id: 'amount', header: 'Monthly', align: 'right', cell: (row) => formatMoney(row.monthlyAmount, row.currency) },
  ]
}

/** A missing start is the epoch (G29). */
function stayedText({ createdAt, updatedAt }: SubscriptionListRow): string | null {
  if (createdAt.getTime() === 0 || updatedAt < createdAt) return null
  return counted(Math.round((updatedAt.getTime() - createdAt.getTime()) / dayMs), 'day')
}

function whyText({ endedBy, cancelReason }: SubscriptionListRow): string | null {
  const told = [endedBy && `by ${endedBy}`, cancelReason].filter(Boolean).join(': ')
  return told === '' ? null : told
}
