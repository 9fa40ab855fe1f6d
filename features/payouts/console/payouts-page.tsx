import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import {
  useCan,
  useCommandFacts,
  useMerchantSelection,
  useTimeZone,
} from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { commandId } from '@quaff/platform/console/frame/commands/command'
import { CommandButton } from '@quaff/platform/console/frame/commands/command-button'
import { useRowCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { useSelection } from '@quaff/platform/console/list/bulk/use-selection'
import { useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import type { Column } from '@quaff/platform/console/list/data-table'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'
import type { PayoutRow } from '../contract'
import { payoutPermissions } from '../permissions'
import { payoutColumns } from './list/payout-columns'
import { PayoutExportMenu } from './list/payout-export-menu'
import { payoutFilterOf } from './list/payout-filters'
import { PayoutSums } from './list/payout-sums-text'
import { PayoutTable } from './list/payout-table'
import { PayoutTabs } from './list/payout-tabs'
import { PayoutToolbar } from './list/payout-toolbar'
import { payoutCommands, type ProgressAction } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'
import type { ChangePayoutSearch, PayoutSearch } from './payout-search-widget'
import { usePayoutRefresh } from './use-payout-refresh'

const GenerateDialog = deferred(async () => (await import('./generate/generate-dialog')).GenerateDialog)
const BankFileDialog = deferred(async () => (await import('./bank-file/bank-file-dialog')).BankFileDialog)
const PayoutSheet = deferred(async () => (await import('./sheet/payout-sheet')).PayoutSheet)
const SelectionToolbar = deferred(async () => (await import('./list/payout-selection-toolbar')).PayoutSelectionToolbar)

const menuColumn = (start: (action: ProgressAction, row: PayoutRow) => void): Column<PayoutRow> => ({
  id: 'menu',
  header: 'Actions',
  align: 'right',
  card: 'menu',
  cell: (row) => <RecordMenu set={payoutCommands} row={row} onRun={start} onlyPossible />,
})

type PayoutsPageProps = { search: PayoutSearch; onSearch: ChangePayoutSearch }

/** Administrators: all payouts, or the chosen merchant's; merchant roles: the statements of their own. */
export function PayoutsPage({ search, onSearch }: PayoutsPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const isManager = useCan(payoutPermissions, 'payout.manage').allowed
  usePayoutRefresh(scopedTo)
  useIdlePreload(PayoutSheet)
  const filter = payoutFilterOf(search, scopedTo)
  const selection = useSelection(JSON.stringify(filter))
  const { period, merchantId } = filter
  const order = withoutAbsent({ sort: search.sort, order: search.order })
  const counts = useQuery(payoutsApi.counts.queryOptions({ input: { period, merchantId } })).data
  const list = useInfiniteQuery(
    payoutsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...filter, ...order, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const columns = payoutColumns({ timeZone, isGlobal: scopedTo === undefined, isManager })
  const [visible, setVisible] = useVisibleColumns(scopedTo === undefined ? 'payouts' : 'merchant-payouts', columns)
  const open = (id: string) => onSearch({ id })
  // The dialogs stand over the open payout: whoever decides sees the amounts.
  const start = (action: ProgressAction, { id }: { id: string }) => {
    open(id)
    runWhenOpen(commandId(payoutCommands, action), id)
  }
  useRowCommands(payoutCommands, pages.rows, useCommandFacts(), start)
  const common = { search, scopedTo, timeZone, isManager, columns, visible, onSearch }
  const closeDialog = () => onSearch({ action: undefined }, { replace: true })

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Payouts"
        count={counts?.all}
        description={isManager ? undefined : 'What you were paid, and the statement of each month.'}
        actions={isManager && <ManagerButtons onSearch={onSearch} />}
      />
      <div className="q-stack">
        <PayoutTabs {...common} counts={counts} />
        <PayoutToolbar {...common} onColumns={setVisible}>
          <PayoutExportMenu filter={filter} selection={selection} total={pages.total} />
        </PayoutToolbar>
        <PayoutSums search={search} counts={counts} rows={pages.rows} total={pages.total} />
        <PayoutTable
          {...common}
          list={list}
          pages={pages}
          selection={isManager ? selection : undefined}
          menu={isManager ? menuColumn(start) : undefined}
        />
      </div>
      {isManager && selection.isUsed && <SelectionToolbar selection={selection} rows={pages.rows} />}
      {search.id !== undefined && (
        <PayoutSheet
          id={search.id}
          rows={pages.rows}
          total={pages.total}
          isManager={isManager}
          onOpen={(id) => onSearch({ id }, { replace: true })}
          onClose={() => onSearch({ id: undefined })}
        />
      )}
      {isManager && search.action === 'generate' && (
        <GenerateDialog
          period={search.period}
          scopedTo={scopedTo === undefined ? undefined : (current ?? undefined)}
          onClose={closeDialog}
          onShow={(shown) => onSearch({ action: undefined, status: 'draft', period: shown, page: undefined })}
        />
      )}
      {isManager && search.action === 'bank-file' && <BankFileDialog period={search.period} onClose={closeDialog} />}
    </div>
  )
}

function ManagerButtons({ onSearch }: Pick<PayoutsPageProps, 'onSearch'>) {
  return (
    <>
      <CommandButton
        command={{
          id: 'payouts.bankFile',
          label: 'Bank file',
          icon: IconBuildingBank,
          run: () => onSearch({ action: 'bank-file' }),
        }}
      />
      <CommandButton
        variant="primary"
        command={{
          id: 'payouts.generate',
          label: 'Generate payouts',
          icon: IconPlus,
          keys: 'c',
          run: () => onSearch({ action: 'generate' }),
        }}
      />
    </>
  )
}
