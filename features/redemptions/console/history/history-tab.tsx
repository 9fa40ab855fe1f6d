import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { UsageOptions } from '../../usage/contract'
import { redemptionsApi } from '../redemption-queries'
import { noRedemptionFilters } from '../redemption-search-widget'
import type { RedemptionTabProps } from '../redemption-tabs-widget'
import { NoRedemptionsNotice } from '../usage/no-redemptions-notice'
import { RedemptionSheet } from '../usage/redemption-sheet'
import { usageColumns } from '../usage/usage-columns'
import { usageKey } from '../usage/usage-key'
import { nameOf } from '../usage/usage-words'
import { historyFilterChange, historyFilters, historyFilterValues, usageFilterOf } from './history-filters'
import { useTimeZone } from '@quaff/features/sessions/console/session-widget'
import { ColumnsMenu, useVisibleColumns } from '@quaff/platform/console/list/columns-menu'
import { DataTable } from '@quaff/platform/console/list/data-table'
import { FilterChips } from '@quaff/platform/console/list/filter-chips'
import { ListResult } from '@quaff/platform/console/list/paging/list-result'
import { useLoadedPages } from '@quaff/platform/console/list/paging/use-loaded-pages'
import { pageLimits } from '@quaff/platform/shared/pagination'

const noOptions: UsageOptions = { locations: [], plans: [], methods: [] }

export function HistoryTab({ merchantId, search, onSearch }: RedemptionTabProps) {
  const timeZone = useTimeZone()
  const filter = usageFilterOf(search, timeZone)
  const list = useInfiniteQuery(
    redemptionsApi.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ merchantId, ...filter, limit: pageLimits.defaultSize, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
      placeholderData: keepPreviousData,
    }),
  )
  const pages = useLoadedPages(list, search.page ?? 1)
  const options = useQuery(redemptionsApi.options.queryOptions({ input: { merchantId } }))
  const columns = usageColumns(timeZone, 'datetime')
  const [visible, setVisible] = useVisibleColumns('redemptions', columns)
  const values = historyFilterValues(search)
  const open = (id: string | undefined) => onSearch({ id }, { replace: search.id !== undefined })
  return (
    <div className="q-stack">
      <div className="q-row q-wrap" role="search" aria-label="Filter the history">
        <FilterChips
          filters={historyFilters(options.data ?? noOptions)}
          values={values}
          onChange={(id, value) => onSearch(historyFilterChange(id, value))}
        />
        <span className="q-end">
          <ColumnsMenu columns={columns} visible={visible} onChange={setVisible} />
        </span>
      </div>
      <ListResult
        name="Redemptions"
        query={list}
        pages={pages}
        filterCount={Object.keys(values).length}
        onClear={() => onSearch(noRedemptionFilters)}
        onLoadMore={(page) => onSearch({ page }, { replace: true })}
        note={`Times are of ${timeZone}. Flags go by today’s hours and plans, and can not be filtered by.`}
        empty={<NoRedemptionsNotice />}
      >
        {(footer) => (
          <DataTable
            caption="Redemptions, newest first"
            columns={columns}
            visibleColumns={visible}
            rows={pages.rows}
            rowId={usageKey}
            rowLabel={(row) => `Redemption by ${nameOf(row)}`}
            openId={search.id}
            onOpen={open}
            sort={{ key: 'time', direction: 'desc' }}
            loading={list.isPending}
            footer={footer}
          />
        )}
      </ListResult>
      <RedemptionSheet
        merchantId={merchantId}
        openKey={search.id}
        rows={pages.rows}
        total={pages.total}
        timeZone={timeZone}
        onOpen={open}
        onClose={() => open(undefined)}
      />
    </div>
  )
}
