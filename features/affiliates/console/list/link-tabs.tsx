import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import type { LinkStatus, LinkTotals } from '../../contract'
import type { AffiliateSearch, OnAffiliateSearch } from '../affiliate-search-widget'

type LinkTabsProps = { totals: LinkTotals | undefined; search: AffiliateSearch; onSearch: OnAffiliateSearch }

export function LinkTabs({ totals, search, onSearch }: LinkTabsProps) {
  return (
    <ListTabs<LinkStatus>
      label="Links by status"
      tabs={[
        { id: 'active', label: 'Active', count: totals?.active },
        { id: 'archived', label: 'Archived', count: totals?.archived },
      ]}
      value={search.status ?? 'active'}
      onChange={(tab) => onSearch({ status: tab === 'archived' ? tab : undefined, page: undefined })}
    />
  )
}
