import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Panel } from '@quaff/platform/console/display/panel'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { ReadingState, StaleNote } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { RedemptionTabProps } from '../../console/redemption-search-widget'
import { NoRedemptionsNotice } from '../../usage/console/no-redemptions-notice'
import { RedemptionSheet } from '../../usage/console/redemption-sheet'
import { usageColumns } from '../../usage/console/usage-columns'
import { usageKey } from '../../usage/console/usage-key'
import { nameOf } from '../../usage/console/usage-words'
import { usageLimits, type UsageRow } from '../../usage/contract'
import { LiveFeed } from './live-feed'
import { LiveFigures } from './live-figures-section'
import { useHeldRows } from './use-held-rows'
import { useLiveCounter } from './use-live-counter'
import classes from './live.module.css'

const noRows: UsageRow[] = []
const FEED_ROWS = 5
/** Cards on a phone are tall: the rest of the day comes on request. */
const FIRST_ROWS = 10
const footNote = `Today’s latest ${usageLimits.feed}`

/** How the day goes, as it goes. */
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
          rowLabel={(row) => `Redemption by ${nameOf(row)}`}
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
