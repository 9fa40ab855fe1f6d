import type { ReactNode } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { newestChoices, validateSubscriptionSearch } from '../subscription-search-widget'
import type { ChangeSubscriptionSearch, SubscriptionSearch } from '../subscription-search-widget'
import { subscriptionColumns } from './subscription-columns'
import { subscriptionFilterChange, subscriptionFilterValues } from './subscription-filters'
import { useFilterChoices } from './use-filter-choices'
import classes from './subscription-list.module.css'

type SubscriptionToolbarProps = {
  search: SubscriptionSearch
  scopedTo: string | undefined
  maySearch: boolean
  timeZone: string
  onSearch: ChangeSubscriptionSearch
  /** Export. */
  children: ReactNode
}

export const listName = 'subscriptions'

export function SubscriptionToolbar({
  search,
  scopedTo,
  maySearch,
  timeZone,
  onSearch,
  children,
}: SubscriptionToolbarProps) {
  const filters = useFilterChoices(search, scopedTo)
  const columns = subscriptionColumns(timeZone, { isGlobal: scopedTo === undefined, isTold: maySearch }, search)
  const [visible, setVisible] = useVisibleColumns(listName, columns)
  const chips = (
    <FilterChips
      filters={filters}
      values={subscriptionFilterValues(search, scopedTo)}
      onChange={(id, value) => onSearch(subscriptionFilterChange(id, value))}
    />
  )
  const end = (
    <>
      <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
      {children}
    </>
  )
  if (!maySearch)
    return (
      <div className={classes.bar}>
        {chips}
        <span className={`q-row ${classes.end}`}>{end}</span>
      </div>
    )
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateSubscriptionSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search subscriber or email"
      searchLabel="Search subscriptions"
      filters={chips}
    >
      {end}
    </ListToolbar>
  )
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'plans', label: 'By plan' },
] as const
const newestOptions = newestChoices.map((value) => ({ value, label: `Newest ${value}` }))

type SubscriptionViewsProps = { search: SubscriptionSearch; onSearch: ChangeSubscriptionSearch }

export function SubscriptionViews({ search, onSearch }: SubscriptionViewsProps) {
  return (
    <div className={classes.bar}>
      <Segmented
        label="View"
        value={search.view ?? 'list'}
        options={views}
        onChange={(view) => onSearch({ view: view === 'plans' ? view : undefined, page: undefined })}
      />
      {search.view === 'plans' && (
        <span className={classes.end}>
          <Segmented
            label="Of each plan"
            value={search.newest ?? '10'}
            options={newestOptions}
            onChange={(newest) => onSearch({ newest: newest === '10' ? undefined : newest }, { replace: true })}
          />
        </span>
      )}
    </div>
  )
}
