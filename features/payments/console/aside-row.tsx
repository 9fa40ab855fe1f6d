import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { useRecentChange } from '@quaff/features/sign-in/reauthentication/console/recent-change-widget'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { AsideEvent } from '../contract'
import { paymentsApi } from './payments-queries'
import { reasonTexts } from './reason-texts'
import classes from './payments.module.css'

const DismissEventDialog = deferred(async () => (await import('./dismiss-event-dialog')).DismissEventDialog)

export function AsideRow({ event }: { event: AsideEvent }) {
  const timeZone = useTimeZone()
  const { type, reason, named, receivedAt, nextAttemptAt } = event
  return (
    <li className={classes.event}>
      <div className={classes.what}>
        <p className={classes.reason}>
          {reasonTexts[reason]}
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

function Known({ event: { merchant, personId, subscriptionId, providerSubscriptionId } }: { event: AsideEvent }) {
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

function Acts({ event }: { event: AsideEvent }) {
  const [isDismissing, setDismissing] = useState(false)
  const retry = useRecentChange({
    key: paymentsApi.key(),
    call: () => paymentsApi.retry.call({ eventId: event.eventId }),
    onDone: ({ reason }) => {
      if (reason) notifyError('The event is still unmatched', `${reasonTexts[reason]}.`)
      else notifySuccess('Event processed')
    },
    onFault: (problem) => notifyError('Couldn’t retry the event', problem),
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
