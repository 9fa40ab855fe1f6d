import { useQuery } from '@tanstack/react-query'
import { merchantTabs } from '../../contract'
import { merchantsApi } from '../merchant-queries'
import type { MerchantSearch } from '../merchant-search-widget'
import { tabLabels } from '../status/merchant-status'
import { shownTab } from './merchant-filters'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'

type MerchantTabsProps = { search: MerchantSearch; onSearch: (next: Partial<MerchantSearch>) => void }

export function MerchantTabs({ search, onSearch }: MerchantTabsProps) {
  const counts = useQuery(merchantsApi.counts.queryOptions({ input: {} }))
  return (
    <ListTabs
      label="Merchants by state"
      tabs={merchantTabs.map((id) => ({
        id,
        label: tabLabels[id],
        count: counts.data?.[id],
        tone: id === 'review' ? 'warn' : undefined,
      }))}
      value={shownTab(search)}
      onChange={(tab) =>
        onSearch({
          tab: tab === 'all' ? undefined : tab,
          status: search.status === 'pending' ? undefined : search.status,
          page: undefined,
        })
      }
    />
  )
}
