import { IconRepeat, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { DateText, RelativeTime } from '@quaff/platform/console/display/formats'
import { Snippet, Panel, SkeletonText, MetaPill } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { type Delivery, type DeliveryRow, type DeliveryStatus, deliveryStatuses, type Endpoint } from '../contract'
import { answerText, statusMeta } from './webhook-status-meta'
import { webhooksApi } from './webhooks-queries'
import classes from './webhooks.module.css'

type Filter = 'all' | DeliveryStatus
const filters = [
  { value: 'all' as Filter, label: 'All' },
  ...deliveryStatuses.map((value) => ({ value: value as Filter, label: statusMeta[value].label })),
]

interface DeliveriesPanelProps {
  endpoint: Endpoint
  onReplay: (deliveryId: string) => void
}

export function DeliveriesPanel({ endpoint, onReplay }: DeliveriesPanelProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [openId, setOpenId] = useState<string>()
  const list = useInfiniteQuery(
    webhooksApi.deliveries.infiniteOptions({
      input: (cursor: string | undefined) => ({
        endpointId: endpoint.id,
        limit: pageLimits.defaultSize,
        cursor,
        ...(filter === 'all' ? {} : { status: filter }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
    }),
  )
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Panel
      title="Deliveries"
      flush
      actions={<Segmented label="Deliveries by status" value={filter} options={filters} onChange={setFilter} />}
      query={list}
      what="deliveries"
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={IconWebhook}
          title="No deliveries"
          text={filter === 'all' ? 'Send a test event to try it.' : 'Choose another tab.'}
        />
      ) : (
        <>
          <ul className={classes.log} aria-label="Deliveries, newest first">
            {rows.map((row) => (
              <li key={row.id}>
                <LogRow
                  row={row}
                  isOpen={row.id === openId}
                  onToggle={() => setOpenId(row.id === openId ? undefined : row.id)}
                />
                {row.id === openId && (
                  <DeliverySection
                    deliveryId={row.id}
                    isOff={endpoint.state === 'disabled'}
                    onReplay={() => onReplay(row.id)}
                  />
                )}
              </li>
            ))}
          </ul>
          <LoadMore
            shown={rows.length}
            total={list.data?.pages[0]?.total ?? undefined}
            hasMore={list.hasNextPage}
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </Panel>
  )
}

function LogRow({ row, isOpen, onToggle }: { row: DeliveryRow; isOpen: boolean; onToggle: () => void }) {
  const timeZone = useTimeZone()
  return (
    <button type="button" className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
      <span className={classes.event}>{row.eventType}</span>
      <MetaPill meta={statusMeta[row.status]} />
      <span className={classes.details}>
        <RelativeTime value={row.occurredAt} timeZone={timeZone} /> · {answerText(row)}
        {row.durationMs !== null && ` · ${row.durationMs} ms`}
        {row.attempts > 1 && ` · attempt ${row.attempts}`}
      </span>
    </button>
  )
}

interface DeliverySectionProps {
  deliveryId: string
  /** Deliveries wait while the endpoint is disabled. */
  isOff: boolean
  onReplay: () => void
}

function DeliverySection({ deliveryId, isOff, onReplay }: DeliverySectionProps) {
  const timeZone = useTimeZone()
  const { data, isError } = useQuery(webhooksApi.delivery.queryOptions({ input: { deliveryId } }))
  if (isError) return <p className={classes.detail}>Couldn’t load this delivery.</p>
  if (!data) return <SkeletonText lines={4} />
  return (
    <div className={classes.detail}>
      <div className="q-row q-wrap">
        <span className="q-caption q-grow">
          {data.nextAttemptAt && isOff && 'Next attempt when you enable the endpoint'}
          {data.nextAttemptAt && !isOff && (
            <>
              Next attempt <DateText value={data.nextAttemptAt} timeZone={timeZone} style="datetime" />
            </>
          )}
        </span>
        {!isOff && (
          <Button size="sm" icon={IconRepeat} onClick={onReplay}>
            Replay
          </Button>
        )}
      </div>
      <Part label="Request" text={requestText(data)} />
      {data.lastAttemptAt && <Part label={`Answer: ${answerText(data)}`} text={data.responseText || 'Empty'} />}
    </div>
  )
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div className="q-stack-tight">
      <span className="q-strong">{label}</span>
      <Snippet label={label} text={text} />
    </div>
  )
}

const requestText = ({ headers, body }: Delivery) =>
  [...Object.entries(headers ?? {}).map(([key, value]) => `${key}: ${value}`), ...(headers ? [''] : []), body].join(
    '\n',
  )
