import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListTabs } from '@quaff/platform/console/list/list-tabs'
import type { UserTab } from '../../contract'
import { usersApi } from '../user-queries'
import type { UserSearch } from '../user-search-widget'
import { userTabLabels } from '../user-status'
import { shownUserTab, userFilterValues, userTabsFor } from './user-filters'

type UserTabsProps = { search: UserSearch; scopedTo: string | undefined; onSearch: (next: Partial<UserSearch>) => void }

/** While something is looked for, each tab says how many of those it found are in it. */
export function UserTabs({ search, scopedTo, onSearch }: UserTabsProps) {
  const stats = useQuery({
    ...usersApi.stats.queryOptions({ input: { merchantId: scopedTo, q: search.q } }),
    placeholderData: keepPreviousData,
  })
  const isMerchantView = scopedTo !== undefined
  const tabs = userTabsFor(isMerchantView)
  const found = tabs.flatMap((id) => {
    const count = stats.data?.tabs[id] ?? 0
    return count === 0 ? [] : [`${count} in ${userTabLabels[id]}`]
  })
  const isOnlyWords = search.q !== undefined && Object.keys(userFilterValues(search)).length === 0
  return (
    <>
      <ListTabs<UserTab>
        label="Users by audience"
        tabs={tabs.map((id) => ({ id, label: userTabLabels[id], count: stats.data?.tabs[id] }))}
        value={shownUserTab(search, isMerchantView)}
        onChange={(tab) =>
          onSearch({ tab: tab === 'team' && search.q === undefined ? undefined : tab, page: undefined })
        }
      />
      {isOnlyWords && found.length > 0 && !stats.isPlaceholderData && (
        <p className="q-caption" role="status">
          {found.join(' · ')}
        </p>
      )}
    </>
  )
}
