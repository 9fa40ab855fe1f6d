import { IconReceipt, IconTicket } from '@tabler/icons-react'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useChargeRefunds } from '@quaff/features/charge-refunds/console/charge-refunds-widget'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures-table'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { pageLimits, type Page } from '@quaff/platform/shared/pagination'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutStatement, RenewalLine } from '../statement-contract'
import { redemptionColumns, renewalColumns, renewalLineId } from '../statement/console/line-columns'
import { payoutsApi } from './payout-queries'

type Tab = 'renewals' | 'redemptions'

const pagesOf = (payoutId: string) => ({
  input: (cursor: string | undefined) => ({ payoutId, limit: pageLimits.defaultSize, cursor }),
  initialPageParam: undefined,
  getNextPageParam: (last: { hasMore: boolean; nextCursor: string | null }) =>
    last.hasMore ? (last.nextCursor ?? undefined) : undefined,
})

export function LinesPanel({ statement }: { statement: PayoutStatement }) {
  const [tab, setTab] = useState<Tab>('renewals')
  const panelId = useId()
  const { renewalCount, redemptionCount } = statement
  return (
    <div className="q-stack-tight">
      <ListTabs<Tab>
        label="Lines of this payout"
        tabs={[
          { id: 'renewals', label: 'Renewals', count: renewalCount },
          { id: 'redemptions', label: 'Redemptions', count: redemptionCount },
        ]}
        value={tab}
        onChange={setTab}
        controls={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={tab === 'renewals' ? 'Renewals' : 'Redemptions'}>
        {tab === 'renewals' ? <Renewals statement={statement} /> : <Redemptions statement={statement} />}
      </div>
    </div>
  )
}

function Renewals({ statement }: { statement: PayoutStatement }) {
  const list = useInfiniteQuery(payoutsApi.renewals.infiniteOptions(pagesOf(statement.id)))
  const refunds = useChargeRefunds({ payoutId: statement.id })
  const { currency } = statement
  const refundColumn: FigureColumn<RenewalLine> = {
    id: 'refunds',
    header: 'Refunds',
    cell: (line) => {
      const name = `${isolated(line.subscriberName ?? 'Subscriber')}, ${isolated(line.planName)}`
      return refunds.cell({ ...line, currency, name })
    },
  }
  return (
    <LineList
      name="Renewals"
      list={list}
      columns={[...renewalColumns(statement, { withYear: false }), ...(refunds.mayHaveAny ? [refundColumn] : [])]}
      rowId={renewalLineId}
      note="Total = gross. Amounts charged, or list prices if the provider doesn’t report them."
      icon={IconReceipt}
      emptyText="No renewals. This payout has only adjustments."
    />
  )
}

function Redemptions({ statement }: { statement: PayoutStatement }) {
  const list = useInfiniteQuery(payoutsApi.redemptions.infiniteOptions(pagesOf(statement.id)))
  return (
    <LineList
      name="Redemptions"
      list={list}
      columns={redemptionColumns(statement)}
      rowId={(line) => line.id}
      note="Passes are paid per period, not per drink."
      icon={IconTicket}
      emptyText="No redemptions this month."
    />
  )
}

type LineListProps<T> = {
  name: string
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  columns: FigureColumn<T>[]
  rowId: (row: T) => string
  note: string
  icon: IconLike
  emptyText: string
}

function LineList<T>({ name, list, columns, rowId, note, icon, emptyText }: LineListProps<T>) {
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Panel flush query={list} lines={6} error={`Couldn’t load ${isolated(name)}`}>
      {rows.length === 0 ? (
        <EmptyState icon={icon} title={`No ${name.toLowerCase()}`} text={emptyText} />
      ) : (
        <>
          <FiguresTable caption={name} columns={columns} rows={rows} rowId={rowId} />
          <LoadMore
            shown={rows.length}
            total={list.data?.pages[0]?.total ?? undefined}
            note={note}
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
