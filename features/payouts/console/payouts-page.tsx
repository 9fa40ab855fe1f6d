import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import {
  useLiveRefresh,
  useCan,
  useCommandContext,
  useMerchantSelection,
  useTimeZone,
} from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { commandId, useRowCommands } from '@quaff/platform/console/frame/command'
import { CommandButton, PageHeader } from '@quaff/platform/console/frame/page-header'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { useSteady } from '@quaff/platform/console/use-steady'
import type { PayoutRow } from '../contract'
import { payoutPermissions } from '../permissions'
import { payoutCommands, type ProgressAction } from './payout-commands-widget'
import { payoutList } from './payout-list'
import { payoutsApi } from './payout-queries'
import { payoutSearch, type ChangePayoutSearch, type PayoutSearch } from './payout-search-widget'
import { BackLink } from './payout-texts'
import { PayoutTotals } from './payout-totals'

const GenerateDialog = deferred(async () => (await import('./generate-dialog')).GenerateDialog)
const BankFileDialog = deferred(async () => (await import('../bank-file/console/bank-file-dialog')).BankFileDialog)
const PayoutSheet = deferred(async () => (await import('./payout-sheet')).PayoutSheet)
const PayoutRuns = deferred(async () => (await import('./payout-run-section')).PayoutRuns)
const SelectionToolbar = deferred(async () => (await import('./payout-selection-toolbar')).PayoutSelectionToolbar)

type PayoutsPageProps = { search: PayoutSearch; onSearch: ChangePayoutSearch }

export function PayoutsPage({ search, onSearch }: PayoutsPageProps) {
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const isManager = useCan(payoutPermissions, 'payout.manage').allowed
  const hasRuns = isManager && isGlobalView
  // Only administrators receive audit events: of payouts, bank accounts, and bank files ("2026-10-usd").
  useLiveRefresh(
    ['audit'],
    useRefetch(payoutsApi.key()),
    ({ subjectId, merchantId }) =>
      /^(pay_|adj_|mer_|\d{4}-)/.test(subjectId) && (merchantId === null || (scopedTo ?? merchantId) === merchantId),
  )
  if (hasRuns && !isList(search)) return <PayoutRuns search={search} onSearch={onSearch} />
  return (
    <PayoutListSection
      search={search}
      // The list stays when its last filter goes.
      onSearch={hasRuns ? (next, options) => onSearch({ view: 'all', ...next }, options) : onSearch}
      isManager={isManager}
      scopedTo={scopedTo}
    />
  )
}

/** A run is the page's own address; filters and links to one payout lead to the list. */
function isList({ view, run, action, step: _step, ...list }: PayoutSearch): boolean {
  if (view !== undefined || run !== undefined) return view === 'all'
  return action === 'bank-file' || Object.values(list).some((value) => value !== undefined)
}

type PayoutListSectionProps = PayoutsPageProps & { isManager: boolean; scopedTo: string | undefined }

function PayoutListSection({ search, onSearch, isManager, scopedTo }: PayoutListSectionProps) {
  const timeZone = useTimeZone()
  const { current } = useMerchantSelection()
  useIdlePreload(PayoutSheet)
  const list = useRecordList(payoutList, { search, onSearch, details: { scopedTo, timeZone, isManager } })
  const { period, merchantId } = list.filter
  const counts = useQuery(payoutsApi.counts.queryOptions({ input: { period, merchantId } })).data
  const isEmpty = search.period === undefined && search.merchantId === undefined && counts?.all === 0
  // Dialogs open over the payout's sheet, so that its amounts are visible.
  const start = useSteady((action: ProgressAction, { id }: { id: string }) => {
    onSearch({ id })
    runWhenOpen(commandId(payoutCommands, action), id)
  })
  useRowCommands(payoutCommands, list.pages.rows, useCommandContext(), start)
  const menu = useCallback(
    (row: PayoutRow) => <RecordMenu set={payoutCommands} row={row} onRun={start} onlyPossible />,
    [start],
  )
  const closeDialog = () => onSearch({ action: undefined }, { replace: true })

  return (
    <div className="q-stack-loose">
      {/* The sidebar has no entry for payouts. */}
      <BackLink to={isManager ? '/payouts' : '/settings/billing'}>{isManager ? 'Current run' : 'Billing'}</BackLink>
      <PageHeader
        title="Payouts"
        total={list.pages.total}
        description={isManager ? undefined : 'Your payouts and monthly statements.'}
        // An empty list offers its one button itself.
        actions={isManager && !isEmpty && <ManagerButtons onSearch={onSearch} />}
      />
      <RecordList
        list={list}
        counts={counts}
        countedBy={['period', 'merchantId']}
        selectable={isManager}
        menu={isManager ? menu : undefined}
      >
        <PayoutTotals
          search={search}
          scopedTo={scopedTo}
          counts={counts}
          rows={list.pages.rows}
          total={list.pages.total}
        />
      </RecordList>
      {isManager && list.selection.isUsed && <SelectionToolbar list={list} />}
      {search.id !== undefined && <PayoutSheet {...list.sheet} id={search.id} isManager={isManager} />}
      {isManager && search.action === 'generate' && (
        <GenerateDialog
          period={search.period}
          scopedTo={scopedTo === undefined ? undefined : (current ?? undefined)}
          onClose={closeDialog}
          onShow={(shown) =>
            onSearch(
              scopedTo === undefined
                ? { ...payoutSearch.read({}), run: shown }
                : { action: undefined, status: 'draft', period: shown, page: undefined },
            )
          }
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
