import { useInfiniteQuery } from '@tanstack/react-query'
import { movementKinds } from '@quaff/features/subscriptions/movement-rules'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { DateText, counted, formatMoneyChange } from '@quaff/platform/console/display/formats'
import { joinNotes, windowText } from '@quaff/platform/console/display/measured-labels'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { LoadMore, useLoadedPages } from '@quaff/platform/console/list/load-more'
import { RecordSheet, sheetPosition } from '@quaff/platform/console/list/record-sheet'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { Bridge, BridgeRow, BridgeStep } from '../cancellations-contract'
import { analyticsApi } from './analytics-queries'
import type { ChangeAnalyticsSearch } from './analytics-search-widget'
import { kindLabels } from './bridge-text'
import { type LinkScope, subscriptionLink } from './overview-links'
import classes from './bridge.module.css'

type BridgeSheetProps = { step: BridgeStep; data: Bridge; scope: LinkScope; onSearch: ChangeAnalyticsSearch }

export function BridgeSheet({ step, data, scope, onSearch }: BridgeSheetProps) {
  const kinds = movementKinds.filter((kind) => step.counts[kind] > 0).map((id) => ({ id }))
  const kind = kinds.find(({ id }) => id === scope.search.change)?.id
  const { from, to, merchantId } = scope.range
  const { currency } = step
  const query = useInfiniteQuery({
    ...analyticsApi.bridgeRows.infiniteOptions({
      input: (cursor: string | undefined) =>
        withoutAbsent({ from, to, merchantId, kind: kind ?? 'new', currency, limit: 20, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
    enabled: kind !== undefined,
  })
  const pages = useLoadedPages(query, 1)
  if (!kind) return null
  const [count, total] = [step.counts[kind], step.moves[kind]]
  const open = (change: string | undefined) => onSearch({ change })
  return (
    <RecordSheet
      opened
      onClose={() => open(undefined)}
      title={`${kindLabels[kind]}: ${formatMoneyChange(total, currency)}`}
      noun="Change"
      query={query}
      {...sheetPosition(kinds, kind, undefined, open)}
    >
      {query.data && (
        <div className={classes.list}>
          <p className="q-secondary q-num">{joinNotes(counted(count, 'subscription'), windowText(data))}</p>
          <FiguresTable
            caption={`${kindLabels[kind]}, subscriptions`}
            columns={columnsOf(currency, data.timeZone)}
            rows={pages.rows}
            rowId={({ id }) => id}
            totals={totalsOf(step, pages.rows, { count, total })}
            hasLinks
          />
          {pages.hasMore && (
            <LoadMore
              shown={pages.rows.length}
              total={count}
              noun="subscriptions"
              hasMore
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onLoadMore={() => void query.fetchNextPage()}
            />
          )}
        </div>
      )}
    </RecordSheet>
  )
}

function columnsOf(currency: string, timeZone: string): FigureColumn<BridgeRow>[] {
  return [
    {
      id: 'who',
      header: 'Subscription',
      isTitle: true,
      cell: (row) => (
        <>
          <AppLink to={subscriptionLink(row.id)}>
            {row.subscriberName ?? (row.email && readableEmail(row.email)) ?? 'Subscriber'}
          </AppLink>
          <span className={`q-caption ${classes.line}`}>{joinNotes(row.merchantName, row.planName)}</span>
        </>
      ),
    },
    { id: 'at', header: 'Date', cell: (row) => <DateText value={row.changedAt} timeZone={timeZone} /> },
    { id: 'change', header: 'Monthly', align: 'right', cell: (row) => formatMoneyChange(row.changeMinor, currency) },
  ]
}

/** Adds up the rows that are not loaded yet, so that the list always closes to its bar. */
function totalsOf({ currency }: BridgeStep, rows: readonly BridgeRow[], all: { count: number; total: number }) {
  const rest = all.total - rows.reduce((sum, { changeMinor }) => sum + changeMinor, 0)
  const line = (id: string, who: string, amountMinor: number) => ({
    id,
    cells: { who, change: formatMoneyChange(amountMinor, currency) },
  })
  return [
    ...(rows.length < all.count ? [line('rest', counted(all.count - rows.length, 'other'), rest)] : []),
    line('all', `All ${counted(all.count, 'subscription')}`, all.total),
  ]
}
