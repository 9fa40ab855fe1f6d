import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCan, useMerchantSelection, useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { useIdlePreload } from '@quaff/platform/console/controls/use-idle-preload'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { useShortcuts } from '@quaff/platform/console/frame/shortcuts'
import { RecordList } from '@quaff/platform/console/list/record/record-list'
import { useRecordList } from '@quaff/platform/console/list/record/use-record-list'
import { payoutPermissions } from '../permissions'
import { payoutList } from './list/payout-list'
import { PayoutSums } from './list/payout-sums-text'
import { payoutsApi } from './payout-queries'
import type { ChangePayoutSearch, PayoutSearch } from './payout-search-widget'
import { usePayoutRefresh } from './use-payout-refresh'

const GenerateDialog = deferred(async () => (await import('./generate/generate-dialog')).GenerateDialog)
const BankFileDialog = deferred(async () => (await import('./bank-file/bank-file-dialog')).BankFileDialog)
const PayoutSheet = deferred(async () => (await import('./sheet/payout-sheet')).PayoutSheet)
const SelectionToolbar = deferred(async () => (await import('./list/payout-selection-toolbar')).PayoutSelectionToolbar)

type PayoutsPageProps = { search: PayoutSearch; onSearch: ChangePayoutSearch }

/** Administrators: all payouts, or the chosen merchant's; merchant roles: the statements of their own. */
export function PayoutsPage({ search, onSearch }: PayoutsPageProps) {
  const timeZone = useTimeZone()
  const { current, isGlobalView } = useMerchantSelection()
  const scopedTo = isGlobalView ? undefined : current?.id
  const isManager = useCan(payoutPermissions, 'payout.manage').allowed
  usePayoutRefresh(scopedTo)
  useIdlePreload(PayoutSheet)
  const list = useRecordList(payoutList, { search, onSearch, facts: { scopedTo, timeZone, isManager } })
  const { period, merchantId } = list.filter
  const counts = useQuery(payoutsApi.counts.queryOptions({ input: { period, merchantId } })).data
  const closeDialog = () => onSearch({ action: undefined }, { replace: true })

  return (
    <div className="q-stack-loose">
      <PageHeader
        title="Payouts"
        count={counts?.all}
        description={isManager ? undefined : 'What you were paid, and the statement of each month.'}
        actions={isManager && <ManagerButtons onSearch={onSearch} />}
      />
      <RecordList list={list} counts={counts} selectable={isManager}>
        <PayoutSums
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

function ManagerButtons({ onSearch }: Pick<PayoutsPageProps, 'onSearch'>) {
  const generate = () => onSearch({ action: 'generate' })
  useShortcuts([{ keys: 'c', label: 'Generate payouts', section: 'List', run: generate }])
  return (
    <>
      <Button icon={IconBuildingBank} onClick={() => onSearch({ action: 'bank-file' })}>
        Bank file
      </Button>
      <Button variant="primary" icon={IconPlus} shortcut="C" onClick={generate}>
        Generate payouts
      </Button>
    </>
  )
}
