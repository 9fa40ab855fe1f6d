import { useQuery } from '@tanstack/react-query'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import { merchantTabs } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import type { MerchantSearch } from '../merchant-search-widget'
import { statusFilterLabels, tabLabels } from '../status/merchant-status'
import { shownTab } from './merchant-filters'

type MerchantTabsProps = {
  search: MerchantSearch
  /** Of the list below. */
  total: number | undefined
  onSearch: (next: Partial<MerchantSearch>) => void
}

export function MerchantTabs({ search, total, onSearch }: MerchantTabsProps) {
  const counts = useQuery(merchantsApi.counts.queryOptions({ input: {} }))
  const value = shownTab(search)
  const states = merchantTabs.map((id) => ({
    id,
    label: tabLabels[id],
    count: counts.data?.[id],
    tone: id === 'review' ? ('warn' as const) : undefined,
  }))
  const pending = { id: 'pending' as const, label: statusFilterLabels.pending, count: total, tone: 'warn' as const }
  return (
    <ListTabs
      label="Merchants by state"
      tabs={value === 'pending' ? [...states, pending] : states}
      value={value}
      onChange={(tab) => {
        if (tab === 'pending') return
        onSearch({
          tab: tab === 'all' ? undefined : tab,
          status: search.status === 'pending' ? undefined : search.status,
          page: undefined,
        })
      }}
    />
  )
}
