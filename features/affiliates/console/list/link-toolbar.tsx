import type { ReactNode } from 'react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { ColumnsMenu } from '@quaff/platform/console/list/columns-menu'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListToolbar } from '@quaff/platform/console/list/list-toolbar'
import { validateAffiliateSearch, type AffiliateSearch, type OnAffiliateSearch } from '../affiliate-search-widget'
import { linkFilterChange, linkFilterValues } from './link-filters'

type LinkToolbarProps = {
  search: AffiliateSearch
  scopedTo: string | undefined
  columns: readonly { id: string; header: string }[]
  visible: readonly string[]
  onColumns: (ids: string[]) => void
  onSearch: OnAffiliateSearch
  /** Export. */
  children: ReactNode
}

export function LinkToolbar(props: LinkToolbarProps) {
  const { search, scopedTo, columns, visible, onColumns, onSearch, children } = props
  const merchant = useMerchantFilter(search.merchantId, scopedTo === undefined)
  return (
    <ListToolbar
      query={search.q ?? ''}
      onQueryChange={(q) => onSearch({ q: validateAffiliateSearch({ q }).q, page: undefined }, { replace: true })}
      placeholder="Search name, link, code"
      searchLabel="Search affiliate links"
      filters={
        merchant && (
          <FilterChips
            filters={[merchant]}
            values={linkFilterValues(search, scopedTo)}
            onChange={(id, value) => onSearch(linkFilterChange(id, value))}
          />
        )
      }
    >
      <ColumnsMenu columns={columns} visible={visible} onChange={onColumns} />
      {children}
    </ListToolbar>
  )
}
