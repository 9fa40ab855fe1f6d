import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import { validatePromotionSearch, type PromotionSearch } from '../promotion-search-widget'
import {
  promotionFilterChange,
  promotionFilters,
  promotionFilterValues,
  promotionSortOptions,
} from './promotion-filters'

type PromotionToolbarProps = {
  search: PromotionSearch
  onSearch: (next: Partial<PromotionSearch>, options?: { replace?: boolean }) => void
}

export function PromotionToolbar({ search, onSearch }: PromotionToolbarProps) {
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validatePromotionSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search merchants by name"
      searchLabel="Search merchants"
      filters={
        <FilterChips
          filters={promotionFilters}
          values={promotionFilterValues(search)}
          onChange={(id, value) => onSearch(promotionFilterChange(id, value))}
        />
      }
    >
      <SortMenu
        options={promotionSortOptions}
        value={{ key: search.sort ?? 'name', direction: search.order ?? 'asc' }}
        onChange={({ key, direction }) =>
          onSearch({ ...withoutAbsent(validatePromotionSearch({ sort: key, order: direction })), page: undefined })
        }
      />
    </ListToolbar>
  )
}
