import { useQuery } from '@tanstack/react-query'
import type { UserTab } from '../../contract'
import { usersApi } from '../user-queries'
import type { UserSearch } from '../user-search-widget'
import { userTabLabels } from '../user-status'
import { shownUserTab, userTabsFor } from './user-filters'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'

type UserTabsProps = { search: UserSearch; scopedTo: string | undefined; onSearch: (next: Partial<UserSearch>) => void }

export function UserTabs({ search, scopedTo, onSearch }: UserTabsProps) {
  const stats = useQuery(usersApi.stats.queryOptions({ input: { merchantId: scopedTo } }))
  const isMerchantView = scopedTo !== undefined
  return (
    <ListTabs<UserTab>
      label="Users by audience"
      tabs={userTabsFor(isMerchantView).map((id) => ({
        id,
        label: userTabLabels[id],
        count: stats.data?.tabs[id],
        tone: id === 'pending' ? 'warn' : undefined,
      }))}
      value={shownUserTab(search, isMerchantView)}
      onChange={(tab) => onSearch({ tab: tab === 'team' ? undefined : tab, page: undefined })}
    />
  )
}
