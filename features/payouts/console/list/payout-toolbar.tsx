import type { ReactNode } from 'react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { now } from '@quaff/platform/console/clock'
import { ColumnsMenu } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { validatePayoutSearch, type ChangePayoutSearch, type PayoutSearch } from '../payout-search-widget'
import { payoutFilterChange, payoutFilterValues, periodFilter } from './payout-filters'
import classes from './payout-list.module.css'

type PayoutToolbarProps = {
  search: PayoutSearch
  scopedTo: string | undefined
  timeZone: string
  columns: readonly { id: string; header: string }[]
  visible: readonly string[]
  onColumns: (ids: string[]) => void
  onSearch: ChangePayoutSearch
  /** Export. */
  children: ReactNode
}

export function PayoutToolbar(props: PayoutToolbarProps) {
  const { search, scopedTo, timeZone, columns, visible, onColumns, onSearch, children } = props
  const merchant = useMerchantFilter(search.merchantId, scopedTo === undefined)
  const filters = [periodFilter(search.period, timeZone, now()), merchant].filter((one) => one !== undefined)
  const chips = (
    <FilterChips
      filters={filters}
      values={payoutFilterValues(search, scopedTo)}
      onChange={(id, value) => onSearch(payoutFilterChange(id, value))}
    />
  )
  const end = (
    <>
      <ColumnsMenu columns={columns} visible={visible} onChange={onColumns} />
      {children}
    </>
  )
  // There is one merchant: no name to look for.
  if (scopedTo !== undefined)
    return (
      <div className={classes.bar}>
        {chips}
        <span className={`q-row ${classes.end}`}>{end}</span>
      </div>
    )
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validatePayoutSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search merchant"
      searchLabel="Search payouts"
      filters={chips}
    >
      {end}
    </ListToolbar>
  )
}
