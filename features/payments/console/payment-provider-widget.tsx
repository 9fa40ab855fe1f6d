import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { lagText } from '@quaff/features/sources/rules'
import { Button } from '@quaff/platform/console/controls/button'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { Panel } from '@quaff/platform/console/display/panel'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { useRefetch } from '@quaff/platform/console/query-client'
import type { PaymentState } from '../contract'
import { AsideRow } from './aside-row'
import { paymentsApi } from './payments-queries'
import classes from './payments.module.css'

/** What the payment provider sends, and what of it waits for somebody. */
export function PaymentProvider() {
  useLiveRefresh(['payment'], useRefetch(paymentsApi.key()))
  const state = useQuery(paymentsApi.state.queryOptions({ input: undefined }))
  const aside = useInfiniteQuery({
    ...paymentsApi.aside.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    enabled: (state.data?.aside ?? 0) > 0,
  })
  const rows = aside.data?.pages.flatMap((page) => page.rows) ?? []
  const isBroken = (state.isError && !state.data) || (aside.isError && !aside.data)
  return (
    <Panel
      title="Payment provider"
      titleExtra={state.data && <StatePill state={state.data} />}
      flush
      loading={state.isPending}
      what={isBroken ? 'payment events' : undefined}
      onRetry={() => void Promise.all([state.refetch(), aside.refetch()])}
    >
      {state.data && <Summary state={state.data} />}
      {state.data && state.data.aside > 0 && (
        <ul aria-label="Unmatched events">
          {rows.map((event) => (
            <AsideRow key={event.eventId} event={event} />
          ))}
        </ul>
      )}
      {aside.hasNextPage && (
        <div className={classes.more}>
          <Button size="sm" loading={aside.isFetchingNextPage} onClick={() => void aside.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function StatePill({ state: { isSetUp, aside } }: { state: PaymentState }) {
  if (aside > 0)
    return (
      <StatusPill tone="warn" icon={IconAlertTriangle}>
        {aside.toLocaleString('en-US')} unmatched
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

function Summary({ state: { isSetUp, isLive, last, aside } }: { state: PaymentState }) {
  const timeZone = useTimeZone()
  if (!isSetUp && last === null)
    return (
      <p className={classes.summary}>
        Set STRIPE_WEBHOOK_SECRET on the server to receive Stripe events. See docs/payments.md.
      </p>
    )
  return (
    <div className={classes.summary}>
      <dl className={classes.facts}>
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
      {aside > 0 && <p className="q-secondary">Retried automatically where that can help. Deleted after 90 days.</p>}
    </div>
  )
}
