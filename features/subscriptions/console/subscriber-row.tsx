import { RelativeTime, DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { Subscriber } from '../contract'
import { EndsText } from './ends-text'
import { priceText } from './price-text'
import { SubscriptionStatusPill } from './subscription-status-pill'
import classes from '@quaff/platform/console/display/rows.module.css'

export function SubscriberRow({ subscriber, timeZone }: { subscriber: Subscriber; timeZone: string }) {
  const { subscriberName, email, userId, status } = subscriber
  const name = subscriberName ?? email ?? 'Subscriber'
  return (
    <li className={`${classes.row} ${classes.marked}`}>
      <InitialsMark name={name} round />
      <span className={classes.facts}>
        {userId ? (
          <AppLink to={`/users?id=${encodeURIComponent(userId)}`} className="q-link">
            {name}
          </AppLink>
        ) : (
          <b className="q-strong">{name}</b>
        )}
        {email && email !== name && (
          <span className="q-caption q-truncate" title={email}>
            {email}
          </span>
        )}
        <span className="q-caption">
          {userId ? (
            <AppLink
              to={`/analytics?tab=subscriptions&id=${encodeURIComponent(subscriber.subscriptionId)}`}
              className="q-link"
            >
              {subscriber.planName}, {priceText(subscriber)}
            </AppLink>
          ) : (
            `${subscriber.planName}, ${priceText(subscriber)}`
          )}
        </span>
      </span>
      <span className={classes.state}>
        <SubscriptionStatusPill status={status} />
        <span className="q-caption">
          {status === 'canceled' ? 'since' : 'joined'}{' '}
          <RelativeTime
            value={status === 'canceled' ? subscriber.updatedAt : subscriber.createdAt}
            timeZone={timeZone}
          />
        </span>
        <EndsText endsAt={subscriber.endsAt} timeZone={timeZone} />
        {status !== 'canceled' && !subscriber.endsAt && (
          <span className="q-caption">
            until <DateText value={subscriber.currentPeriodEnd} timeZone={timeZone} />
          </span>
        )}
      </span>
    </li>
  )
}
