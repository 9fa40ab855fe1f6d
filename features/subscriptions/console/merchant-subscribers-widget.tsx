import { IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveRefresh, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { DateText, RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import { Notice, Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import {
  type Subscriber,
  type SubscriberList,
  subscriptionLimits,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../contract'
import { subscriptionsApi } from './subscription-queries'
import { subscriptionStatusMeta, SubscriptionStatusPill, EndsText, priceText } from './subscription-status-widget'
import classes from '@quaff/platform/console/display/rows.module.css'

type Choice = SubscriptionStatus | 'all'
const choices: readonly Choice[] = ['all', ...subscriptionStatuses]
const labelOf = (id: Choice) => (id === 'all' ? 'All' : subscriptionStatusMeta[id].label)

export function MerchantSubscribers({ merchantId }: { merchantId: string }) {
  const timeZone = useTimeZone()
  const [status, setStatus] = useState<Choice>('all')
  const state = useMerchantSubscribers(merchantId, status === 'all' ? undefined : status)
  const { list } = state
  const countOf = (id: Choice) => list && (id === 'all' ? sumOf(list.counts) : list.counts[id])
  const total = countOf(status) ?? 0
  const shown = list?.subscribers.length ?? 0
  return (
    <div className="q-stack">
      {state.isFallback && (
        <Notice
          tone="info"
          action={
            <Button size="sm" onClick={state.retry}>
              Retry
            </Button>
          }
        >
          Showing live data. The usual source isn’t available.
        </Notice>
      )}
      <div className="q-scroll-x">
        <Segmented
          label="Status"
          value={status}
          options={choices.map((value) => ({
            value,
            label: `${labelOf(value)} ${list ? formatCount(countOf(value) ?? 0) : ''}`,
          }))}
          onChange={setStatus}
        />
      </div>
      <Panel
        flush
        loading={state.isPending}
        lines={6}
        what={state.isError ? 'subscribers' : undefined}
        onRetry={state.retry}
        footer={
          shown > 0 && (
            <span className="q-caption" role="status">
              {shown < total
                ? `Newest ${formatCount(shown)} of ${formatCount(total)}.`
                : `${formatCount(shown)} of ${formatCount(total)}.`}
            </span>
          )
        }
      >
        <SubscriberRows list={state.list} status={status} timeZone={timeZone} />
      </Panel>
    </div>
  )
}

type SubscriberRowsProps = { list: MerchantSubscribersState['list']; status: Choice; timeZone: string }

function SubscriberRows({ list, status, timeZone }: SubscriberRowsProps) {
  if (!list || list.subscribers.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        title={status === 'all' ? 'No subscribers yet' : `No ${labelOf(status).toLowerCase()} subscribers`}
        text={status === 'all' ? 'Subscribers appear here after they buy a pass in the app.' : 'Choose another status.'}
      />
    )
  return (
    <ul>
      {list.subscribers.map((subscriber) => (
        <SubscriberRow key={subscriber.subscriptionId} subscriber={subscriber} timeZone={timeZone} />
      ))}
    </ul>
  )
}

const sumOf = (counts: Record<SubscriptionStatus, number>) =>
  subscriptionStatuses.reduce((sum, status) => sum + counts[status], 0)

type MerchantSubscribersState = {
  list: SubscriberList | undefined
  isPending: boolean
  isError: boolean
  /** The list comes from the direct query. */
  isFallback: boolean
  retry: () => void
}

/** Uses the direct query only if the raw source failed (spec §7). */
function useMerchantSubscribers(merchantId: string, status: SubscriptionStatus | undefined): MerchantSubscribersState {
  const client = useQueryClient()
  const raw = useQuery(subscriptionsApi.subscribersRaw.queryOptions({ input: { merchantId, status } }))
  const isFallback = raw.isError && raw.data === undefined
  const direct = useQuery(
    subscriptionsApi.recent.queryOptions({
      input: { merchantId, status, limit: subscriptionLimits.maxRows },
      enabled: isFallback,
    }),
  )
  useLiveRefresh(
    ['subscription'],
    () => client.invalidateQueries({ queryKey: subscriptionsApi.key() }),
    (event) => event.merchantId === merchantId,
  )
  return {
    list: raw.data ?? (isFallback ? direct.data : undefined),
    isPending: raw.isPending || (isFallback && direct.isPending),
    isError: isFallback && direct.isError,
    isFallback: isFallback && direct.data !== undefined,
    retry: () => {
      void raw.refetch()
      if (direct.isError) void direct.refetch()
    },
  }
}

function SubscriberRow({ subscriber, timeZone }: { subscriber: Subscriber; timeZone: string }) {
  const { subscriberName, userId, status } = subscriber
  const email = subscriber.email && readableEmail(subscriber.email)
  const name = subscriberName ?? email ?? 'Subscriber'
  return (
    <li className={`${classes.row} ${classes.marked}`}>
      <InitialsMark name={name} round />
      <span className={classes.details}>
        {userId ? (
          <AppLink to={`/users?id=${encodeURIComponent(userId)}`} className="q-link">
            {name}
          </AppLink>
        ) : (
          <b className="q-strong">{name}</b>
        )}
        {email && email !== name && <span className="q-caption">{email}</span>}
        <span className="q-caption">
          {userId ? (
            <AppLink to={`/subscriptions?id=${encodeURIComponent(subscriber.subscriptionId)}`} className="q-link">
              {isolated(subscriber.planName)}, {priceText(subscriber)}
            </AppLink>
          ) : (
            `${isolated(subscriber.planName)}, ${priceText(subscriber)}`
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
