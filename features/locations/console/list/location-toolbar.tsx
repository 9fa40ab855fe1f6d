import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import { validateLocationSearch, type LocationSearch } from '../location-search-widget'
import { locationColumns } from './location-columns'
import { locationFilters, locationSortOptions, shownSort } from './location-filters'

interface LocationToolbarProps {
  search: LocationSearch
  timeZone: string
  onSearch: (next: Partial<LocationSearch>, options?: { replace?: boolean }) => void
}

export function LocationToolbar({ search, timeZone, onSearch }: LocationToolbarProps) {
  const columns = locationColumns(timeZone)
  const [visible, setVisible] = useVisibleColumns('locations', columns)
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateLocationSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search name or address"
      searchLabel="Search locations"
      filters={
        <FilterChips
          filters={locationFilters}
          values={{ status: search.status }}
          onChange={(_, status) => onSearch({ status: validateLocationSearch({ status }).status, page: undefined })}
        />
      }
    >
      <SortMenu
        options={locationSortOptions}
        value={shownSort(search)}
        onChange={({ key, direction }) => onSearch(sortSearch(key, direction))}
      />
      <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
    </ListToolbar>
  )
}

export function sortSearch(key: string, direction: string): Partial<LocationSearch> {
  return { ...withoutAbsent(validateLocationSearch({ sort: key, order: direction })), page: undefined }
}
