import { IconDownload, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCan } from '@quaff/features/sessions/console/session-widget'
import { ButtonLink, IconButton } from '@quaff/platform/console/controls/button'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures-table'
import { formatMoney, Money } from '@quaff/platform/console/display/formats'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { PayoutRow } from '../contract'
import { periodName } from '../period-rules'
import { payoutPermissions } from '../permissions'
import { useStatementFile } from '../statement/console/use-statement-file'
import { payoutsApi } from './payout-queries'
import { payoutAddress, statementAddress } from './payout-search-widget'
import { PayoutStatusPill } from './payout-status-pill'
import { NetText, signed } from './payout-texts'
import classes from './payouts.module.css'

const STATEMENTS = 12

/** Lists the statements of one merchant, newest first. Administrators also see drafts. */
export function StatementsPanel({ merchantId }: { merchantId: string }) {
  const { allowed } = useCan(payoutPermissions, 'payout.view')
  const list = useInfiniteQuery(
    payoutsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ merchantId, limit: STATEMENTS, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      enabled: allowed,
    }),
  )
  const columns = useColumns()
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  if (!allowed) return null
  return (
    <Panel
      title="Statements"
      flush
      actions={
        rows.length > 0 && (
          <ButtonLink size="sm" to="/payouts">
            All payouts
          </ButtonLink>
        )
      }
      query={list}
      lines={5}
      what="statements"
    >
      {rows.length === 0 ? (
        <EmptyState
          icon={IconReceipt}
          title="No statements yet"
          text="Statements appear here once we approve a month’s payout."
        />
      ) : (
        <>
          <FiguresTable
            caption="Statements, newest first"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            hasLinks
          />
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

function useColumns(): FigureColumn<PayoutRow>[] {
  const exporting = useStatementFile()
  return [
    {
      id: 'period',
      header: 'Period',
      isTitle: true,
      cell: (row) => (
        <AppLink to={payoutAddress(row.id)} className="q-link">
          {periodName(row.period)}
        </AppLink>
      ),
    },
    {
      id: 'gross',
      header: 'Gross',
      align: 'right',
      cell: (row) => (
        <>
          <Money amountMinor={row.gross} currency={row.currency} />
          {row.fee !== 0 && <span className={classes.fee}>{`fee ${formatMoney(-row.fee, row.currency)}`}</span>}
        </>
      ),
    },
    { id: 'adjustments', header: 'Adjustments', align: 'right', cell: (row) => signed(row.adjustments, row.currency) },
    {
      id: 'net',
      header: 'Net',
      align: 'right',
      cell: (row) => (
        <span className="q-strong">
          <NetText amount={row.net} currency={row.currency} />
        </span>
      ),
    },
    { id: 'status', header: 'Status', cell: (row) => <PayoutStatusPill status={row.status} /> },
    {
      id: 'files',
      header: 'Statement',
      align: 'right',
      cell: (row) => (
        <span className={classes.files}>
          <IconButton
            size="sm"
            icon={IconDownload}
            label={`CSV of ${periodName(row.period)}, ${row.currency.toUpperCase()}`}
            onClick={() => exporting.mutate(row)}
          />
          <AppLink
            to={statementAddress(row.id)}
            className={classes.print}
            aria-label={`Print ${periodName(row.period)}, ${row.currency.toUpperCase()}`}
          >
            <Glyph icon={IconPrinter} />
          </AppLink>
        </span>
      ),
    },
  ]
}
