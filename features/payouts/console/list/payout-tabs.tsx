import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import type { PayoutCounts } from '../../contract'
import { payoutStatuses, type PayoutStatus } from '../../statement/contract'
import type { ChangePayoutSearch, PayoutSearch } from '../payout-search-widget'
import { payoutLooks } from '../payout-status-pill'

type Tab = PayoutStatus | 'all'

/** A draft is no statement yet: only who manages payouts has a tab of them. */
export const shownStatuses = (isManager: boolean) => payoutStatuses.filter((status) => isManager || status !== 'draft')

type PayoutTabsProps = {
  counts: PayoutCounts | undefined
  search: PayoutSearch
  isManager: boolean
  onSearch: ChangePayoutSearch
}

/** The counts are of the period and the merchant that are chosen. */
export function PayoutTabs({ counts, search, isManager, onSearch }: PayoutTabsProps) {
  const tabs: Tab[] = ['all', ...shownStatuses(isManager)]
  return (
    <ListTabs<Tab>
      label="Payouts by status"
      tabs={tabs.map((id) => ({
        id,
        label: id === 'all' ? 'All' : payoutLooks[id].label,
        count: counts?.[id],
        tone: id === 'failed' ? 'warn' : undefined,
      }))}
      value={search.status ?? 'all'}
      onChange={(tab) => onSearch({ status: tab === 'all' ? undefined : tab, page: undefined })}
    />
  )
}
