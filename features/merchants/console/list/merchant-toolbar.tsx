import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import type { MerchantSearch } from '../merchant-search-widget'
import { validateMerchantSearch } from '../merchant-search-widget'
import { merchantColumns } from './merchant-columns'
import { merchantFilterChange, merchantFilters, merchantFilterValues, merchantSortOptions } from './merchant-filters'

type MerchantToolbarProps = {
  search: MerchantSearch
  timeZone: string
  onSearch: (next: Partial<MerchantSearch>, options?: { replace?: boolean }) => void
}

export function MerchantToolbar({ search, timeZone, onSearch }: MerchantToolbarProps) {
  const columns = merchantColumns(timeZone)
  const [visible, setVisible] = useVisibleColumns('merchants', columns)
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateMerchantSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search name, description or email"
      searchLabel="Search merchants"
      filters={
        <FilterChips
          filters={merchantFilters}
          values={merchantFilterValues(search)}
          onChange={(id, value) => onSearch(merchantFilterChange(id, value))}
        />
      }
    >
      <SortMenu
        options={merchantSortOptions}
        value={{ key: search.sort ?? 'name', direction: search.order ?? 'desc' }}
        onChange={({ key, direction }) =>
          onSearch({ ...withoutAbsent(validateMerchantSearch({ sort: key, order: direction })), page: undefined })
        }
      />
      <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
    </ListToolbar>
  )
}
