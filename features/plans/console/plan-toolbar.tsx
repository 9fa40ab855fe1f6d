import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import type { Column } from '@quaff/platform/console/list/data-table'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { SortMenu } from '@quaff/platform/console/list/sort-menu'
import type { PlanRow } from '../contract'
import { planFilterChange, planFilters, planFilterValues, planListInput, planSortOptions } from './plan-filters'
import { planSearch, type ChangePlanSearch, type PlanSearch } from './plan-search-widget'

interface PlanToolbarProps {
  search: PlanSearch
  onSearch: ChangePlanSearch
  /** Undefined while cards are shown. */
  columns: Column<PlanRow>[] | undefined
}

export function PlanToolbar({ search, onSearch, columns }: PlanToolbarProps) {
  const { sort, order } = planListInput('', search)
  return (
    <ListToolbar
      find={{
        placeholder: 'Search name or description',
        label: 'Search plans',
        q: search.q,
        onChange: (q) => onSearch(planSearch.pick({ q }), { replace: true }),
      }}
      filters={
        <FilterChips
          filters={planFilters}
          values={planFilterValues(search)}
          onChange={(id, value) => onSearch(planFilterChange(id, value))}
        />
      }
    >
      <SortMenu
        options={planSortOptions}
        value={{ key: sort, direction: order }}
        onChange={({ key, direction }) => onSearch(planSearch.pick({ sort: key, order: direction }))}
      />
      {columns && <PlanColumnsMenu columns={columns} />}
    </ListToolbar>
  )
}

function PlanColumnsMenu({ columns }: { columns: Column<PlanRow>[] }) {
  const [visible, setVisible] = useVisibleColumns('plans', columns)
  return <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
}
