import { useQuery } from '@tanstack/react-query'
import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import { waitlistsApi } from '../waitlist-queries'
import { validateWaitlistSearch, type OnWaitlistSearch, type WaitlistSearch } from '../waitlist-search-widget'
import { entryColumns } from './entry-columns'
import { entryFilterChange, entryFilters, entryFilterValues, entrySortOptions } from './entry-filters'

interface EntryToolbarProps {
  waitlistId: string
  search: WaitlistSearch
  timeZone: string
  onSearch: OnWaitlistSearch
}

export function EntryToolbar({ waitlistId, search, timeZone, onSearch }: EntryToolbarProps) {
  const columns = entryColumns(timeZone)
  const [visible, setVisible] = useVisibleColumns('waitlist-entries', columns)
  const sources = useQuery(waitlistsApi.sources.queryOptions({ input: { waitlistId } }))
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateWaitlistSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search person, city, venue"
      searchLabel="Search the waitlist"
      filters={
        <FilterChips
          filters={entryFilters(
            search,
            (sources.data ?? []).map(({ source }) => source),
          )}
          values={entryFilterValues(search)}
          onChange={(id, value) => onSearch(entryFilterChange(id, value))}
        />
      }
    >
      <SortMenu
        options={entrySortOptions}
        value={{ key: search.sort ?? 'joined', direction: search.order ?? 'desc' }}
        onChange={({ key, direction }) =>
          onSearch({ ...withoutAbsent(validateWaitlistSearch({ sort: key, order: direction })), page: undefined })
        }
      />
      <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
    </ListToolbar>
  )
}
