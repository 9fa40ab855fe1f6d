import { IconArrowUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection, useLiveRefresh, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { RelativeTime } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { ReadingState, StaleNote } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { isolated } from '@quaff/platform/shared/readable-text'
import { usageLimits, type UsageRow } from '../usage-contract'
import { NoRedemptionsNotice } from '../usage/console/no-redemptions-notice'
import { RedemptionSheet } from '../usage/console/redemption-sheet'
import { usageColumns } from '../usage/console/usage-columns'
import { usageKey } from '../usage/console/usage-key'
import { nameOf } from '../usage/console/usage-labels'
import { LiveFigures } from './live-figures-section'
import { redemptionsApi } from './redemption-queries'
import type { RedemptionTabProps } from './redemption-search-widget'
import classes from './redemptions.module.css'

const noRows: UsageRow[] = []
const FEED_ROWS = 5

/** Cards on a phone are tall, so the rest of the day is shown on request. */
const FIRST_ROWS = 10
const footNote = `Today’s latest ${usageLimits.feed}`

export function LiveTab({ merchantId, search, onSearch }: RedemptionTabProps) {
  const timeZone = useFiguresTimeZone()
  const query = useLiveCounter(merchantId)
  const counter = query.data
  const { shown, newCount, showNew } = useHeldRows(counter?.feed ?? noRows)
  const [isWhole, setIsWhole] = useState(false)
  const rows = isWhole ? [...shown] : shown.slice(0, FIRST_ROWS)
  const open = (id: string | undefined) => onSearch({ id }, { replace: search.id !== undefined })
  const retry = () => void query.refetch()
  if (!counter)
    return (
      <Panel flush={query.isError}>
        <ReadingState query={query} lines={8} what="the live counter" text="The other tabs work." />
      </Panel>
    )
  if (!counter.hasAny) return <NoRedemptionsNotice />
  return (
    <>
      {query.isError && <StaleNote onRetry={retry}>Couldn’t load the live counter. Showing cached</StaleNote>}
      <section className={classes.card} aria-label="Today">
        <LiveFigures counter={counter} />
        <LiveFeed rows={counter.feed.slice(0, FEED_ROWS)} onOpen={open} timeZone={timeZone} />
      </section>
      <span role="status" className="q-end">
        {newCount > 0 && (
          <button type="button" className={classes.pill} onClick={showNew}>
            <Glyph icon={IconArrowUp} size={12} stroke={2} />
            {newCount} new
          </button>
        )}
      </span>
      {rows.length > 0 && (
        <DataTable
          caption="Today’s redemptions, newest first"
          columns={usageColumns(timeZone, 'time')}
          rows={rows}
          rowId={usageKey}
          rowLabel={(row) => `Redemption by ${isolated(nameOf(row))}`}
          openId={search.id}
          onOpen={open}
          sort={{ key: 'time', direction: 'desc' }}
          loading={false}
          footer={
            <LoadMore
              shown={rows.length}
              total={shown.length}
              hasMore={rows.length < shown.length}
              note={footNote}
              onLoadMore={() => setIsWhole(true)}
            />
          }
        />
      )}
      <RedemptionSheet
        merchantId={merchantId}
        openKey={search.id}
        rows={counter.feed}
        total={counter.feed.length}
        timeZone={timeZone}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </>
  )
}

/** Keeps the visible rows in place but up to date. Later rows are counted and shown on request. */
function useHeldRows(latest: readonly UsageRow[]) {
  const [heldKeys, setHeldKeys] = useState<readonly string[]>()
  const keys = latest.map(usageKey)
  const newCount = heldKeys?.length ? keys.filter((key) => !heldKeys.includes(key)).length : 0
  if (newCount === 0 && heldKeys?.join() !== keys.join()) setHeldKeys(keys)
  const shown = newCount === 0 ? latest : latest.filter((row) => heldKeys?.includes(usageKey(row)))
  return { shown, newCount, showNew: () => setHeldKeys(keys) }
}

/** Only while the live connection is down. */
const POLLING_MS = 30_000

/** "Last hour" decreases without an event. */
const AGEING_MS = 60_000

/** Refetches at most once a second. */
function useLiveCounter(merchantId: string) {
  const client = useQueryClient()
  const isDown = useConnection() === 'down'
  const counter = useQuery(
    redemptionsApi.live.queryOptions({
      input: { merchantId },
      staleTime: 0,
      refetchInterval: ({ state }) => (isDown ? POLLING_MS : (state.data?.lastHour ?? 0) > 0 && AGEING_MS),
    }),
  )
  useLiveRefresh(
    ['redemption'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.live.key() }),
    (event) => event.merchantId === merchantId,
  )
  return counter
}

interface LiveFeedProps {
  rows: readonly UsageRow[]
  onOpen: (key: string) => void
  timeZone: string
}

/** Shows the newest rows live. Pauses while the pointer or the focus is on the list. */
function LiveFeed({ rows: latest, onOpen, timeZone }: LiveFeedProps) {
  const [held, setHeld] = useState<readonly UsageRow[]>()
  const rows = held ?? latest
  const hold = () => setHeld((current) => current ?? latest)
  const release = () => setHeld(undefined)
  return (
    <section
      className={classes.feed}
      aria-label="Live feed"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className={classes.head}>
        <h2>Live feed</h2>
        {keyOf(rows) !== keyOf(latest) && <span className="q-end">Paused</span>}
      </div>
      {rows.length === 0 ? (
        <p className={`q-secondary ${classes.quietFeed}`}>No redemptions yet today</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={usageKey(row)}>
              <button type="button" className={classes.item} onClick={() => onOpen(usageKey(row))}>
                <span className="q-truncate">
                  <FeedText row={row} />
                </span>
                <span className="q-caption q-nowrap">
                  <RelativeTime value={row.redeemedAt} timeZone={timeZone} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const keyOf = ([first]: readonly UsageRow[]) => first && usageKey(first)

function FeedText({ row }: { row: UsageRow }) {
  const label = (
    <>
      <b className="q-strong">{nameOf(row)}</b>{' '}
      <span className="q-secondary">
        {isolated(row.planName)}, {isolated(row.locationName)}
      </span>
    </>
  )
  return row.status === 'voided' ? <s>{label}</s> : label
}
