import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveRefresh, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useRecentChange, ConfirmIdentityDialog } from '@quaff/features/sign-in/console/recent-sign-in-widget'
import { lagText } from '@quaff/features/sources/rules'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel, StatusPill } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { UnmatchedEvent, UnmatchedReason, PaymentState } from '../contract'
import { paymentsApi } from './payments-queries'
import classes from './payments.module.css'

export function PaymentProvider() {
  useLiveRefresh(['payment'], useRefetch(paymentsApi.key()))
  const state = useQuery(paymentsApi.state.queryOptions({ input: undefined }))
  const unmatched = useInfiniteQuery({
    ...paymentsApi.unmatched.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    enabled: (state.data?.unmatched ?? 0) > 0,
  })
  const rows = unmatched.data?.pages.flatMap((page) => page.rows) ?? []
  const isBroken = (state.isError && !state.data) || (unmatched.isError && !unmatched.data)
  return (
    <Panel
      title="Payment provider"
      titleExtra={state.data && <StatePill state={state.data} />}
      flush
      loading={state.isPending}
      what={isBroken ? 'payment events' : undefined}
      onRetry={() => void Promise.all([state.refetch(), unmatched.refetch()])}
    >
      {state.data && <Summary state={state.data} />}
      {state.data && state.data.unmatched > 0 && (
        <ul aria-label="Unmatched events">
          {rows.map((event) => (
            <UnmatchedRow key={event.eventId} event={event} />
          ))}
        </ul>
      )}
      {unmatched.hasNextPage && (
        <div className={classes.more}>
          <Button size="sm" loading={unmatched.isFetchingNextPage} onClick={() => void unmatched.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function StatePill({ state: { isSetUp, unmatched } }: { state: PaymentState }) {
  if (unmatched > 0)
    return (
      <StatusPill tone="warn" icon={IconAlertTriangle}>
        {unmatched.toLocaleString('en-US')} unmatched
      </StatusPill>
    )
  return isSetUp ? (
    <StatusPill tone="ok" icon={IconCircleCheck}>
      Receiving
    </StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={IconPlugConnectedX}>
      Not set up
    </StatusPill>
  )
}

function Summary({ state: { isSetUp, isLive, last, unmatched } }: { state: PaymentState }) {
  const timeZone = useTimeZone()
  if (!isSetUp && last === null)
    return (
      <p className={classes.summary}>
        Set STRIPE_WEBHOOK_SECRET on the server to receive Stripe events. See docs/payments.md.
      </p>
    )
  return (
    <div className={classes.summary}>
      <dl className={classes.details}>
        <div>
          <dt>Last event</dt>
          <dd>{last ? <RelativeTime value={last.receivedAt} timeZone={timeZone} /> : 'None yet'}</dd>
        </div>
        {last && (
          <div>
            <dt>Event</dt>
            <dd>{last.type}</dd>
          </div>
        )}
        {last && (
          <div>
            <dt>Delay</dt>
            <dd className="q-num">{lagText(Math.max(0, last.receivedAt.getTime() - last.occurredAt.getTime()))}</dd>
          </div>
        )}
        <div>
          <dt>Mode</dt>
          <dd>{isSetUp ? (isLive ? 'Live' : 'Test') : 'No longer set up'}</dd>
        </div>
      </dl>
      {unmatched > 0 && (
        <p className="q-secondary">Retried automatically where that can help. Deleted after 90 days.</p>
      )}
    </div>
  )
}

const DismissEventDialog = deferred(async () => (await import('./dismiss-event-dialog')).DismissEventDialog)

function UnmatchedRow({ event }: { event: UnmatchedEvent }) {
  const timeZone = useTimeZone()
  const { type, reason, named, receivedAt, nextAttemptAt } = event
  return (
    <li className={classes.event}>
      <div className={classes.what}>
        <p className={classes.reason}>
          {reasonMessages[reason]}
          {named !== null && <code>{named}</code>}
        </p>
        <p className="q-caption">
          {type} · <RelativeTime value={receivedAt} timeZone={timeZone} />
          {nextAttemptAt && ' · retried automatically'}
        </p>
        <Known event={event} />
      </div>
      <Acts event={event} />
    </li>
  )
}

function Known({ event: { merchant, personId, subscriptionId, providerSubscriptionId } }: { event: UnmatchedEvent }) {
  return (
    <p className={classes.known}>
      {providerSubscriptionId !== null && <code>{providerSubscriptionId}</code>}
      {merchant && (
        <AppLink className="q-link" to={`/merchants?id=${encodeURIComponent(merchant.id)}`}>
          {merchant.name}
        </AppLink>
      )}
      {personId !== null && (
        <AppLink className="q-link" to={`/users?id=${encodeURIComponent(personId)}`}>
          Person
        </AppLink>
      )}
      {subscriptionId !== null && (
        <AppLink className="q-link" to={`/subscriptions?id=${encodeURIComponent(subscriptionId)}`}>
          Subscription
        </AppLink>
      )}
    </p>
  )
}

function Acts({ event }: { event: UnmatchedEvent }) {
  const [isDismissing, setDismissing] = useState(false)
  const retry = useRecentChange({
    key: paymentsApi.key(),
    call: () => paymentsApi.retry.call({ eventId: event.eventId }),
    onDone: ({ reason }) => {
      if (reason) notifyError('The event is still unmatched', `${reasonMessages[reason]}.`)
      else notifySuccess('Event processed')
    },
    onError: (problem) => notifyError('Couldn’t retry the event', problem),
  })
  return (
    <div className={classes.acts}>
      {event.reason !== 'UNREADABLE' && (
        <Button size="sm" loading={retry.gate.busy} onClick={() => void retry.gate.attempt()}>
          Retry
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={() => setDismissing(true)}>
        Dismiss
      </Button>
      {retry.gate.asking && (
        <ConfirmIdentityDialog gate={retry.gate} action="Confirm and retry" onClose={retry.gate.back} />
      )}
      {isDismissing && <DismissEventDialog event={event} onClose={() => setDismissing(false)} />}
    </div>
  )
}

const reasonMessages: Record<UnmatchedReason, string> = {
  UNKNOWN_MERCHANT: 'Unknown merchant',
  UNKNOWN_PLAN: 'Unknown plan',
  UNKNOWN_PERSON: 'Unknown customer',
  UNKNOWN_SUBSCRIPTION: 'Its subscription isn’t here yet',
  FOREIGN_MERCHANT: 'The subscription belongs to another merchant',
  FOREIGN_CURRENCY: 'The plan has no price in its currency',
  UNKNOWN_PAYMENT: 'Refund or dispute of a payment that no invoice has named yet',
  REFUND_CURRENCY: 'The refund is in another currency than its charge',
  NO_SINGLE_AMOUNT: 'No single amount: usage, tiers or several intervals',
  FRACTION: 'The amount has more decimals than its currency: correct it at the provider, then dismiss this event',
  ERASED_PERSON: 'The user was erased here and is still billed: cancel it at the provider',
  UNREADABLE: 'Unreadable',
}
