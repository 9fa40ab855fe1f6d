import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import { validateUserSearch, type UserSearch } from '../user-search-widget'
import { userColumns } from './user-columns'
import { userFilterChange, userFilters, userFilterValues, userQueryChange, userSortOptions } from './user-filters'

type UserToolbarProps = {
  search: UserSearch
  timeZone: string
  scopedTo: string | undefined
  onSearch: (next: Partial<UserSearch>, options?: { replace?: boolean }) => void
}

export function UserToolbar({ search, timeZone, scopedTo, onSearch }: UserToolbarProps) {
  const isMerchantView = scopedTo !== undefined
  const merchantFilter = useMerchantFilter(search.merchantId, !isMerchantView)
  const columns = userColumns(timeZone)
  const [visible, setVisible] = useVisibleColumns('users', columns)
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch(userQueryChange(search, q), { replace: true })}
      placeholder="Search name or email"
      searchLabel="Search users"
      filters={
        <FilterChips
          filters={userFilters(isMerchantView, merchantFilter)}
          values={userFilterValues(search)}
          onChange={(id, value) => onSearch(userFilterChange(id, value))}
        />
      }
    >
      <SortMenu
        options={userSortOptions}
        value={{ key: search.sort ?? 'created', direction: search.order ?? 'desc' }}
        onChange={({ key, direction }) =>
          onSearch({ ...withoutAbsent(validateUserSearch({ sort: key, order: direction })), page: undefined })
        }
      />
      <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
    </ListToolbar>
  )
}
