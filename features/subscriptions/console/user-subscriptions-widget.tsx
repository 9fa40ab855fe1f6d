import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { refundPermissions } from '@quaff/features/refunds/permissions'
import { useCan, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { DateRangeText, DateText, formatCount } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { commandId } from '@quaff/platform/console/frame/command'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { UserSubscription } from '../contract'
import { subscriptionCommands } from './subscription-commands-widget'
import { subscriptionsApi } from './subscription-queries'
import { SubscriptionStatusPill, EndsText, priceText } from './subscription-status-widget'
import classes from '@quaff/platform/console/display/rows.module.css'

export function UserSubscriptions({ userId, address }: { userId: string; address: string }) {
  const timeZone = useTimeZone()
  const query = useQuery(subscriptionsApi.ofUser.queryOptions({ input: { userId } }))
  // A failed query keeps the specified empty list. The panel shows the error.
  const { subscriptions, total } = query.data ?? { subscriptions: [], total: 0 }
  return (
    <Panel
      title="Subscriptions"
      flush
      query={query}
      lines={4}
      what="subscriptions"
      actions={
        <AppLink to={`/subscriptions?q=${encodeURIComponent(address)}`} className="q-link">
          All, with canceled
        </AppLink>
      }
      footer={
        subscriptions.length > 0 && (
          <span className="q-caption" role="status">
            {subscriptions.length < total ? 'Newest ' : ''}
            {formatCount(subscriptions.length)} of {formatCount(total)}. Excludes canceled.
          </span>
        )
      }
    >
      {subscriptions.length === 0 ? (
        <EmptyState
          icon={IconTicket}
          title="No subscriptions"
          text="Active, trialing and past due subscriptions appear here."
        />
      ) : (
        <ul aria-label="Subscriptions, newest first">
          {subscriptions.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SubscriptionRow({ subscription, timeZone }: { subscription: UserSubscription; timeZone: string }) {
  const { id, merchantId, merchantName, planName, status, recorded } = subscription
  const address = `/subscriptions?id=${encodeURIComponent(id)}`
  const canRefund = useCan(refundPermissions, 'refund.manage').allowed
  return (
    <li className={classes.row}>
      <span className={classes.details}>
        <AppLink to={`/merchants?id=${encodeURIComponent(merchantId)}`} className="q-link">
          {merchantName}
        </AppLink>
        <span>
          <AppLink to={address} className="q-link">
            {planName}
          </AppLink>
          , {priceText(subscription)}
        </span>
        {recorded && <span className="q-caption">Recorded on the subscription: {priceText(recorded)}</span>}
        <span className="q-caption">
          Period{' '}
          <DateRangeText
            from={subscription.currentPeriodStart}
            to={subscription.currentPeriodEnd}
            timeZone={timeZone}
          />
        </span>
      </span>
      <span className={classes.state}>
        <SubscriptionStatusPill status={status} />
        <EndsText endsAt={subscription.endsAt} timeZone={timeZone} />
        <span className="q-caption">
          since <DateText value={subscription.createdAt} timeZone={timeZone} />
        </span>
        {canRefund && (
          <AppLink
            to={address}
            className="q-link"
            onClick={() => runWhenOpen(commandId(subscriptionCommands, 'refund'), id)}
          >
            Refund…
          </AppLink>
        )}
      </span>
    </li>
  )
}
