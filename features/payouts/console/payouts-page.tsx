import { IconArrowLeft, IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { RecordMenu } from '@quaff/features/sessions/console/record-menu-widget'
import {
  useCan,
  useCommandContext,
  useMerchantSelection,
  useTimeZone,
} from '@quaff/features/sessions/console/session-widget'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { DateText } from '@quaff/platform/console/display/date-time'
import { counted, formatMoney } from '@quaff/platform/console/display/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { commandId } from '@quaff/platform/console/frame/command'
import { CommandButton } from '@quaff/platform/console/frame/command-button'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useRowCommands } from '@quaff/platform/console/frame/record-commands'
import { runWhenOpen } from '@quaff/platform/console/frame/shortcuts'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { useRefetch } from '@quaff/platform/console/query-client'
import { useSteady } from '@quaff/platform/console/use-steady'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutRow } from '../contract'
import type { PayoutPeriods } from '../generation-contract'
import { payoutPermissions } from '../permissions'
import { MissingMonths } from './missing-months-section'
import { payoutCommands, type ProgressAction } from './payout-commands-widget'
import { payoutList } from './payout-list'
import { payoutsApi } from './payout-queries'
import type { ChangePayoutSearch, PayoutSearch } from './payout-search-widget'
import { PayoutTotals } from './payout-totals'
import classes from './payouts.module.css'

const GenerateDialog = deferred(async () => (await import('./generate-dialog')).GenerateDialog)
const BankFileDialog = deferred(async () => (await import('../bank-file/console/bank-file-dialog')).BankFileDialog)
const PayoutSheet = deferred(async () => (await import('./payout-sheet')).PayoutSheet)
const SelectionToolbar = deferred(async () => (await import('./payout-selection-toolbar')).PayoutSelectionToolbar)

type PayoutsPageProps = { search: PayoutSearch; onSearch: ChangePayoutSearch }

/** Shows administrators all payouts, or the chosen merchant's. Merchant roles see their own statements. */
export function PayoutsPage({ search, onSearch }: PayoutsPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const isManager = useCan(payoutPermissions, 'payout.manage').allowed
  // Only administrators receive audit events.
  useLiveRefresh(
    ['audit'],
    useRefetch(payoutsApi.key()),
    ({ subjectId, merchantId }) => /^(pay|adj)_/.test(subjectId) && (scopedTo ?? merchantId) === merchantId,
  )
  useIdlePreload(PayoutSheet)
  const list = useRecordList(payoutList, { search, onSearch, details: { scopedTo, timeZone, isManager } })
  const { period, merchantId } = list.filter
  const counts = useQuery(payoutsApi.counts.queryOptions({ input: { period, merchantId } })).data
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
      <div className="q-row">
        <ButtonLink size="sm" variant="quiet" icon={IconArrowLeft} to={isManager ? '/dashboard' : '/settings/billing'}>
          {isManager ? 'Dashboard' : 'Billing'}
        </ButtonLink>
      </div>
      <PageHeader
        title="Payouts"
        total={list.pages.total}
        description={isManager ? undefined : 'Your payouts and monthly statements.'}
        actions={isManager && <ManagerButtons onSearch={onSearch} />}
      />
      {isManager && isGlobalView && (
        <PeriodNotices onOpen={(month) => onSearch({ action: 'generate', period: month })} />
      )}
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
          onShow={(shown) => onSearch({ action: undefined, status: 'draft', period: shown, page: undefined })}
        />
      )}
      {isManager && search.action === 'bank-file' && <BankFileDialog period={search.period} onClose={closeDialog} />}
    </div>
  )
}

function PeriodNotices({ onOpen }: { onOpen: (period: string) => void }) {
  // Charges are reviewed on another page, which cannot refresh the data of this one.
  const { data } = useQuery({ ...payoutsApi.periods.queryOptions(), staleTime: 0 })
  if (!data) return null
  return (
    <>
      <MissingMonths months={data.periods} onOpen={onOpen} />
      <PaidOverlaps {...data} />
    </>
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

type PaidOverlapsProps = Pick<PayoutPeriods, 'paidOverlaps' | 'timeZone'>

/** Lists charges that were paid out before overlaps were detected, each with a link to its review. */
function PaidOverlaps({ paidOverlaps: { count, charges }, timeZone }: PaidOverlapsProps) {
  if (count === 0) return null
  const more = count - charges.length
  return (
    <Notice tone="warn" title={`${counted(count, 'paid charge overlaps', 'paid charges overlap')} another paid period`}>
      Record a refund where it was paid twice, then mark it as reviewed.
      <ul className={classes.overlaps} aria-label="Paid charges to review">
        {charges.map(({ subscriptionId, periodStart, merchantName, amount, currency }) => (
          <li key={`${subscriptionId} ${periodStart.getTime()}`}>
            <AppLink to={`/subscriptions?id=${encodeURIComponent(subscriptionId)}`} className="q-link">
              {isolated(merchantName)}, charge of <DateText value={periodStart} timeZone={timeZone} />
            </AppLink>{' '}
            <span className="q-num">{formatMoney(amount, currency)}</span>
          </li>
        ))}
        {more > 0 && <li className="q-caption">{`and ${counted(more, 'more charge', 'more charges')}`}</li>}
      </ul>
    </Notice>
  )
}
